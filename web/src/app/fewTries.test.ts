import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fewTries } from './fewTries.ts'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => void vi.restoreAllMocks())

/** Fails so many times, then gives the file; which pauses were made. */
async function loads(failures: number) {
  const pauses: number[] = []
  let tries = 0
  const load = async () => {
    if (++tries <= failures) throw new Error('lost')
    return 'the file'
  }
  const result = await fewTries(load, async (ms) => void pauses.push(ms)).catch(String)
  return { result, pauses }
}

test.each([
  [0, 'the file', []],
  [2, 'the file', [1_000, 2_000]],
  [3, 'the file', [1_000, 2_000, 4_000]],
  [4, 'Error: lost', [1_000, 2_000, 4_000]],
])('a file that is lost %i times: %s', async (failures, result, pauses) => {
  expect(await loads(failures)).toEqual({ result, pauses })
})
