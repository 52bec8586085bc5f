// The example of golang.org/x/mod/sumdb/note, from which the format comes.
import { expect, test } from 'vitest'
import { openNote } from './signedNote.ts'

const key = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const text =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
const line =
  '\u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n'

test('a note opens under its key, also among signatures of others', async () => {
  expect(await openNote(`${text}\n${line}`, key)).toBe(text)
  expect(await openNote(`${text}\n\u2014 Enoch af3Y4AAB\n${line}`, key)).toBe(text)
})

test('a changed note, another key and what is no note do not', async () => {
  expect(await openNote(`${text.replace('answer', 'Answer')}\n${line}`, key)).toBeNull()
  expect(await openNote(`${text}\n${line.replace('x08go/Z', 'x08go/Y')}`, key)).toBeNull()
  expect(await openNote(`${text}\n${line}`, key.replace('ARpc', 'ARpd'))).toBeNull()
  expect(await openNote(`${text}\n${line}`, key.replace('Peter', 'Paul'))).toBeNull()
  for (const note of ['', text, `${text}\n`, `${text}\n\u2014 PeterNeumann !\n`])
    expect(await openNote(note, key)).toBeNull()
  expect(await openNote(`${text}\n${line}`, 'no key')).toBeNull()
})
