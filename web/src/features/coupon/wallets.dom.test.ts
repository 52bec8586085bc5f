import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { server } from '../../testing/server.ts'
import { wallets } from './wallets.ts'
import list from './wallets.json'

test('a list that cannot be read is empty and is asked for again; what is no wallet is left out', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  server.use(
    http.get('*wallets*.json', () => new HttpResponse(null, { status: 404, statusText: 'Not Found' })),
  )
  expect(await wallets()).toEqual([])
  const odd = { ...list[0], name: 'Odd', universal_url: 'ftp://x' }
  const unreachable = { ...list[0], bridge: [] }
  server.use(http.get('*wallets*.json', () => HttpResponse.json([...list, odd, unreachable, 7, null])))
  const found = await wallets()
  expect(found.map(({ name }) => name)).toEqual(list.map(({ name }) => name))
  expect(found[0]).toEqual({
    name: 'Wallet in Telegram',
    appName: 'telegram-wallet',
    jsBridgeKey: null,
    remote: {
      universalLink: 'https://t.me/wallet?attach=wallet',
      bridgeUrl: 'https://walletbot.me/tonconnect-bridge/bridge',
    },
  })
  expect(found[1]).toMatchObject({ jsBridgeKey: 'tonkeeper' })
  vi.restoreAllMocks()
})
