import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { server } from '../testing/server.ts'
import { localJson } from './localJson.ts'

test('status 200 gives the file', async () => {
  server.use(http.get('*/assets/wallets.json', () => HttpResponse.json([{ name: 'A' }])))
  expect(await localJson('/assets/wallets.json')).toEqual([{ name: 'A' }])
})

test.each([
  [404, 'Not Found'],
  [204, 'No Content'],
  [206, 'Partial Content'],
  [500, 'Internal Server Error'],
])('status %i is a rejection with its text', async (status, statusText) => {
  server.use(http.get('*/assets/wallets.json', () => new HttpResponse(null, { status, statusText })))
  await expect(localJson('/assets/wallets.json')).rejects.toThrow(statusText)
})

test('a file of somebody else is not asked for', async () => {
  await expect(localJson('https://example.com/wallets.json')).rejects.toThrow('not a file of ours')
})
