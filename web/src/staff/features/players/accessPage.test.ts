// The page of what is held of a person: everything is in it, whatever was written is text, and nothing is loaded.
import { afterEach, expect, test } from 'vitest'
import { held } from '../../testing/world/privacy.ts'
import { en } from '../../texts/en/index.ts'
import { setTexts } from '../../texts/index.ts'
import { zh } from '../../texts/zh/index.ts'
import { accessPage } from './accessPage.ts'

afterEach(() => setTexts(en))

test('every record is in the page, and what people wrote is text', () => {
  const page = accessPage(held)
  for (const part of ['Account', 'Profile', 'Images', 'Files of cases', '1001', 'upload:front'])
    expect(page).toContain(part)
  expect(page).toContain('Ann &lt;b&gt;Angler&lt;/b&gt;')
  expect(page).not.toContain('<b>')
  expect(page).toContain('src="data:image/jpeg;base64,/9j/')
  expect(page).toContain('application/pdf; its bytes are in the JSON file')
  expect(page).toContain('1: keyed hashes of devices and networks')
  expect(page).toContain("default-src 'none'")
  expect(page).not.toMatch(/https?:|<script/)
})

test('bytes that are no base 64 are no picture', () => {
  const records = [{ media_type: 'image/jpeg', bytes: '"onerror="x' }]
  const page = accessPage({ ...held, parts: [{ name: 'images', records }] })
  expect(page).not.toContain('onerror')
})

test('in Chinese', () => {
  setTexts(zh)
  expect(accessPage(held)).toContain('我们持有的关于你的数据')
})
