import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('the generated client is what the server\u2019s document gives', async () => {
  const web = join(import.meta.dirname, '../..')
  const { stderr } = await promisify(execFile)(process.execPath, ['scripts/codegen.mjs', '--check'], {
    cwd: web,
  })
  expect(stderr).toBe('')
}, 120_000)
