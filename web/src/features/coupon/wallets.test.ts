import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { server } from '../../testing/server.ts'
import { order } from '../../testing/worldPay.ts'
import { payLink, wallets } from './wallets.ts'
import list from './wallets.json'

const pay = order.pay
if (!pay) throw new Error('The order of the small world has its payment')

test('a list that cannot be read is empty and is asked for again; what is no wallet is left out', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  server.use(http.get('*wallets*.json', () => new HttpResponse(null, { status: 404, statusText: 'Not Found' })))
  expect(await wallets()).toEqual([])
  server.use(http.get('*wallets*.json', () => HttpResponse.json([...list, { name: 'Odd', transfer: 'ftp://x' }, 7, null])))
  expect(await wallets()).toEqual(list)
  vi.restoreAllMocks()
})

test.each(list)('$name opens with account, token, exact amount and comment', (wallet) => {
  const link = new URL(payLink(wallet, pay, '5000.000001'))
  expect(link.href).toContain(`${wallet.transfer}${pay.to}?`)
  expect(Object.fromEntries(link.searchParams)).toEqual({ jetton: pay.jetton_master, amount: '5000000001', text: pay.comment })
})
