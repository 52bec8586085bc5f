import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  endpoints,
  type FishingPlayerInfoData,
  type WithdrawDetailData,
  type WithdrawInfoData,
} from '../../api/endpoints.gen.ts'
import '../../api/shared.ts'
import WithdrawPage from '../../pages/withdraw/index.tsx'
import { answered } from '../../testing/answered.ts'
import { show, signedInStore } from '../../testing/render.tsx'
import { call, server } from '../../testing/server.ts'
import { asset, world } from '../../testing/world.ts'
import { Where } from '../../testing/Where.tsx'
import { Toasts } from '../../ui/toast.tsx'
import { AddressSheet } from './AddressSheet.tsx'
import { Detail } from './Detail.tsx'
import { reasonText } from './reason.ts'
import { WithdrawForm } from './WithdrawForm.tsx'

const info = world['withdraw/info'] as WithdrawInfoData
const route = () => screen.getByRole('status', { name: 'route' })

beforeEach(() =>
  server.use(
    call('withdraw/info', () => ({ data: info })),
    call('withdraw/list', () => ({ data: world['withdraw/list'] })),
  ),
)
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function richStore() {
  const { store } = signedInStore()
  const rich = {
    ...(world['fishing/player_info'] as FishingPlayerInfoData),
    asset: { ...asset, usdt: '128.504500' },
  }
  await store.dispatch(endpoints.util.upsertQueryData('fishingPlayerInfo', undefined, rich))
  return store
}

test('shows balance, address, limits, identity and the withdrawals with their states', async () => {
  await show(<WithdrawPage />, { store: await richStore() })
  expect(await screen.findByText('128.5045')).toBeVisible()
  expect(screen.getByText('UQBxQU…FBQUFB')).toBeVisible()
  expect(screen.getByRole('link', { name: /Identity/ })).toHaveAttribute('href', '/kyc')
  const orders = within(await screen.findByRole('region', { name: 'Withdrawals' }))
  for (const label of ['Pending', 'Completed', 'Failure'])
    expect(await orders.findByText(label)).toBeVisible()
})

test('the own deposit address of the product is refused beside the field, with its reason', async () => {
  server.use(
    call('withdraw/info', () => ({ data: { ...info, address: null, channel: null, usable_at: null } })),
    call('withdraw/set_address', () => ({ error: 6013, message: 'This is an address of ours' })),
  )
  await show(<WithdrawPage />, { language: 'zh' })
  await userEvent.click(await screen.findByRole('button', { name: '提现' }))
  const sheet = within(screen.getByRole('dialog', { name: '提现地址' }))
  const field = sheet.getByRole('textbox', { name: 'TON 地址' })
  await userEvent.type(field, 'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA')
  await userEvent.click(sheet.getByRole('button', { name: '保存地址' }))
  expect(await sheet.findByText('这是平台的地址，请填写你自己的地址')).toBeVisible()
  // The refusal is of the old address: it does not stand beside a new one.
  await userEvent.type(field, '{Backspace}')
  expect(sheet.queryByText('这是平台的地址，请填写你自己的地址')).not.toBeInTheDocument()
})

test('an address comes from the clipboard or from the connected wallet', async () => {
  const [pasted, own] = ['UQBxQUFBQUFBQUFBQUFBQUFB', 'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA']
  const clipboard = { readText: () => Promise.resolve(` ${pasted}\n`) }
  vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: clipboard } }) as Navigator)
  await show(
    <AddressSheet open info={info} fromWallet={() => Promise.resolve(own)} onClose={() => undefined} />,
  )
  const field = await screen.findByRole('textbox', { name: 'TON address' })
  fireEvent.click(screen.getByRole('button', { name: 'Paste' }))
  await waitFor(() => expect(field).toHaveValue(pasted))
  fireEvent.click(screen.getByRole('button', { name: 'From my wallet' }))
  await waitFor(() => expect(field).toHaveValue(own))
})

test('without an address the button opens its sheet; a wrong one is not sent', async () => {
  const bodies: Record<string, unknown>[] = []
  server.use(
    call('withdraw/info', () => ({ data: { ...info, address: null, channel: null, usable_at: null } })),
    call('withdraw/list', () => ({ data: { list: [], next_last_id: '', has_more: false } })),
    call(
      'withdraw/set_address',
      (body) => (bodies.push(body), { data: { address: body['address'], usable_at: 0 } }),
    ),
  )
  await show(
    <>
      <WithdrawPage />
      <Toasts />
    </>,
    { language: 'zh' },
  )
  expect(await screen.findByText('暂无提现')).toBeVisible()
  await userEvent.click(await screen.findByRole('button', { name: '提现' }))
  const sheet = within(screen.getByRole('dialog', { name: '提现地址' }))
  const field = sheet.getByRole('textbox', { name: 'TON 地址' })
  await userEvent.type(field, 'UQ123')
  await userEvent.click(sheet.getByRole('button', { name: '保存地址' }))
  expect(await sheet.findByText('地址无效')).toBeVisible()
  expect(bodies).toHaveLength(0)
  await userEvent.clear(field)
  await userEvent.type(field, 'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA')
  await userEvent.click(sheet.getByRole('button', { name: '保存地址' }))
  expect(await screen.findByText('地址已保存')).toBeVisible()
  expect(bodies[0]).toMatchObject({
    key: 'ton',
    address: 'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA',
    comment: '',
  })
  expect(bodies[0]?.['req_id']).toBeTypeOf('string')
})

test('an amount is checked while it is typed, kept, confirmed with fee and address, and sent once', async () => {
  const bodies: Record<string, unknown>[] = []
  server.use(call('withdraw/do', (body) => (bodies.push(body), { data: world['withdraw/do'] })))
  const store = await richStore()
  await show(
    <>
      <WithdrawForm channelKey="ton" />
      <Where />
    </>,
    { store },
  )
  const field = await screen.findByRole('textbox', { name: 'Amount, USDT' })
  await userEvent.type(field, '3')
  expect(await screen.findByText('Below the minimum of 5.00 USDT')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Withdraw' })).toBeDisabled()
  await userEvent.clear(field)
  await userEvent.type(field, '12.5')
  expect(store.getState().pages['withdraw']).toEqual({ 'amount ton': '12.5' })
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw' }))
  const sheet = within(screen.getByRole('dialog', { name: 'Confirm withdrawal' }))
  expect(sheet.getByText('12.00')).toBeVisible()
  expect(sheet.getByText(info.address ?? '')).toBeVisible()
  await userEvent.click(sheet.getByRole('button', { name: 'Confirm' }))
  await waitFor(() =>
    expect(route()).toHaveTextContent('/withdraw/detail/0193f0c2-7a11-7bbb-8ccc-000000000002'),
  )
  expect(bodies.map(({ key, amount, req_id: id }) => [key, amount, typeof id])).toEqual([
    ['ton', '12.5', 'string'],
  ])
  expect(store.getState().pages['withdraw']).toEqual({ 'amount ton': '' })
})

test.each([
  [6001, '/kyc'],
  [6008, '/kyc'],
  [6009, '/kyc'],
  [6003, '/withdraw/index'],
])('refusal %i opens the way to %s', async (code, way) => {
  const asked = vi.fn(() => true)
  vi.stubGlobal('confirm', asked)
  server.use(call('withdraw/do', () => ({ error: code, message: '' })))
  await show(
    <>
      <WithdrawForm channelKey="ton" />
      <Where />
    </>,
    { store: await richStore() },
  )
  await userEvent.type(await screen.findByRole('textbox', { name: 'Amount, USDT' }), '6')
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw' }))
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(route()).toHaveTextContent(way))
  expect(asked).toHaveBeenCalledOnce()
})

test('a new address rests: the form says until when and sends nothing', async () => {
  server.use(call('withdraw/info', () => ({ data: { ...info, usable_at: Date.now() + 3_600_000 } })))
  await show(<WithdrawForm channelKey="ton" />, { store: await richStore() })
  await userEvent.type(await screen.findByRole('textbox', { name: 'Amount, USDT' }), '6')
  expect(screen.getByText(/New address: usable from/)).toBeVisible()
  expect(screen.getByText('5.50')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Withdraw' })).toBeDisabled()
})

test.each([
  [6010, '有提现正在审核'],
  [-1007, '之前的请求已处理，请先查看记录再重试'],
])('refusal %i is shown, the sheet stays, and what was requested is looked at anew', async (code, words) => {
  let asked = 0
  server.use(
    call('withdraw/do', () => ({ error: code, message: '' })),
    call('withdraw/info', () => (asked++, { data: info })),
  )
  await show(
    <>
      <WithdrawForm channelKey="ton" />
      <Toasts />
    </>,
    { store: await richStore(), language: 'zh' },
  )
  await userEvent.type(await screen.findByRole('textbox', { name: '金额（USDT）' }), '6')
  await userEvent.click(screen.getByRole('button', { name: '提现' }))
  await userEvent.click(screen.getByRole('button', { name: '确认' }))
  expect(await screen.findByText(words)).toBeVisible()
  expect(screen.getByRole('dialog', { name: '确认提现' })).toBeVisible()
  await waitFor(() => expect(asked).toBe(2))
})

/** The ways out where payouts go over an EVM chain, too. */
const both = info.channels.flatMap((ton) => [ton, { ...ton, key: 'evm', network: 'Ethereum' }])
/** An address of the text of EIP-55. */
const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

test('an address is checked in the form of its network, and saved for that', async () => {
  const bodies: Record<string, unknown>[] = []
  const none = { ...info, channels: both, address: null, channel: null, usable_at: null }
  server.use(
    call(
      'withdraw/set_address',
      (body) => (bodies.push(body), { data: { address: body['address'], usable_at: 0 } }),
    ),
  )
  await show(
    <AddressSheet open info={none} fromWallet={() => Promise.resolve(null)} onClose={() => undefined} />,
  )
  expect(await screen.findByRole('textbox', { name: 'Comment' })).toBeVisible()
  await userEvent.click(screen.getByRole('radio', { name: 'Ethereum' }))
  const field = screen.getByRole('textbox', { name: 'Ethereum address' })
  expect(screen.queryByRole('textbox', { name: 'Comment' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'From my wallet' })).toBeNull()
  for (const wrong of [info.address ?? '', evm.toLowerCase(), evm.replace('5aA', '5AA')]) {
    await userEvent.clear(field)
    await userEvent.type(field, wrong)
    await userEvent.click(screen.getByRole('button', { name: 'Save address' }))
    expect(await screen.findByText('Address is not valid')).toBeVisible()
  }
  expect(bodies).toHaveLength(0)
  await userEvent.clear(field)
  await userEvent.type(field, evm)
  await userEvent.click(screen.getByRole('button', { name: 'Save address' }))
  await waitFor(() => expect(bodies).toHaveLength(1))
  expect(bodies[0]).toMatchObject({ key: 'evm', address: evm, comment: '' })
})

test('an address leads to the form of its network, and no other form pays to it', async () => {
  server.use(
    call('withdraw/info', () => ({
      data: { ...info, channels: both, address: evm, channel: 'evm', comment: null },
    })),
  )
  const store = await richStore()
  await show(
    <>
      <WithdrawPage />
      <Where />
    </>,
    { store },
  )
  expect(await screen.findByText('Ethereum')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw' }))
  expect(route()).toHaveTextContent('/withdraw/do/evm')
  await show(<WithdrawForm channelKey="ton" />, { store })
  expect(await screen.findByRole('button', { name: 'Set address' })).toBeVisible()
})

test('a transaction is opened where the installation says, and nowhere else', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const { withdraw, steps } = detail({ key: '0193f0c2-7a11-7bbb-8ccc-000000000002' })
  const shown = { ...withdraw, tx: '0xab', tx_url: 'https://evm.example/tx/0xab' }
  server.use(call('withdraw/detail', () => ({ data: { withdraw: shown, steps } })))
  const { unmount } = await show(<Detail id="x" />)
  await userEvent.click(await screen.findByRole('button', { name: 'Open' }))
  expect(opened).toHaveBeenCalledWith('https://evm.example/tx/0xab', '_blank', 'noopener')
  unmount()
  server.use(call('withdraw/detail', () => ({ data: { withdraw: { ...shown, tx_url: null }, steps } })))
  await show(<Detail id="y" />)
  expect(await screen.findByText('0xab')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Open' })).toBeNull()
})

const detail = world['withdraw/detail'] as (body: { key: string }) => WithdrawDetailData

test('the progress shows both generations of statuses and what is still to come', async () => {
  server.use(call('withdraw/detail', ({ key }) => ({ data: detail({ key: String(key) }) })))
  await show(<Detail id="0193f0c2-7a11-7bbb-8ccc-000000000002" />)
  const steps = within(await screen.findByRole('list')).getAllByRole('listitem')
  expect(steps.map((step) => step.querySelector('b')?.textContent)).toEqual([
    'Review',
    'Pending',
    'Pending',
    'Completed',
  ])
  expect(steps[1]).toHaveTextContent('Sent to the withdrawal system')
  expect(steps[2]).toHaveTextContent('Broadcast to chain')
  expect(screen.getByRole('button', { name: 'Open' })).toBeVisible()
  expect(screen.getByText(/left of our 24 hours/)).toBeVisible()
})

test('a payment that did not go out says why it is in review again', async () => {
  const { withdraw, steps } = detail({ key: '0193f0c2-7a11-7bbb-8ccc-000000000002' })
  const [review, sent] = steps
  const again = { ...review, at: Date.now() }
  server.use(
    call('withdraw/detail', () => ({
      data: { withdraw: { ...withdraw, status: 0, label: 'Review' }, steps: [review, sent, again] },
    })),
  )
  await show(<Detail id="x" />)
  const shown = within(await screen.findByRole('list')).getAllByRole('listitem')
  expect(shown[0]).toHaveTextContent('The request is checked')
  expect(shown[2]).toHaveTextContent('The payment did not go out and is checked again.')
})

/** The failed withdrawal, with this reason. */
const failedFor = (reason: string) => {
  const { withdraw, steps } = detail({ key: '0193f0c2-7a11-7bbb-8ccc-000000000001' })
  server.use(call('withdraw/detail', () => ({ data: { withdraw: { ...withdraw, reason }, steps } })))
}

test.each([
  ['en', 'The payment came back', 'The payment came back to us from your address'],
  ['zh', 'The payment came back', '付款被收款地址退回'],
  ['en', 'The payment was not carried out', 'The network did not carry the payment out'],
  ['zh', 'The payment was not carried out', '链上未执行该笔付款'],
  ['zh', '收款地址属于交易所，缺少备注', '收款地址属于交易所，缺少备注'],
  ['en', 'See memo_id: 17', 'See memo_id: 17'],
] as const)('in %s “%s” is explained as “%s”', async (language, reason, shown) => {
  failedFor(reason)
  await show(<Detail id="x" />, { language })
  expect(await screen.findByText(shown)).toBeVisible()
})

test('every sentence that the rail stores has its words', () => {
  const rail = readFileSync(join(import.meta.dirname, '../../../../api/rails/src/payout.rs'), 'utf8')
  const sentences = [...rail.matchAll(/failed\("([^"]+)"/g)].map(([, sentence = '']) => sentence)
  expect(sentences.length).toBeGreaterThan(0)
  for (const sentence of sentences) expect(reasonText(sentence), sentence).not.toBe(sentence)
})

test('a failure shows its reason and that the money is back', async () => {
  failedFor('The payment came back')
  await show(<Detail id="x" />, { language: 'zh' })
  expect(await screen.findByText('付款被收款地址退回')).toBeVisible()
  expect(screen.getAllByText(/全部金额已退回余额/).length).toBeGreaterThan(0)
  // What came back, not what would have arrived.
  expect(screen.getAllByText('9.00')).toHaveLength(2)
  expect(screen.queryByText('8.50')).toBeNull()
  expect(screen.queryByText('已完成')).toBeNull()
})

test('the end of one that is looked at brings the balances up to date, once, without live updates', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const { withdraw, steps } = detail({ key: '0193f0c2-7a11-7bbb-8ccc-000000000002' })
  let label = 'Pending'
  let reads = 0
  server.use(
    call('withdraw/detail', () => ({ data: { withdraw: { ...withdraw, label }, steps } })),
    call('fishing/player_info', () => (reads++, { data: world['fishing/player_info'] })),
  )
  const { store } = signedInStore()
  await store.dispatch(endpoints.endpoints.fishingPlayerInfo.initiate())
  await show(<Detail id="x" />, { store })
  await screen.findByRole('list')
  const later = async (ms: number) => {
    await act(() => vi.advanceTimersByTimeAsync(ms))
    await act(() => answered(store))
  }
  await later(10_000)
  expect(reads).toBe(1)
  label = 'Completed'
  await later(10_000)
  expect(reads).toBe(2)
  await later(60_000)
  expect(reads).toBe(2)
})

test('another withdrawal on the same screen is no end of the one before it', async () => {
  const [open, over] = ['0193f0c2-7a11-7bbb-8ccc-000000000002', '0193f0c2-7a11-7bbb-8ccc-000000000001']
  let reads = 0
  server.use(
    call('withdraw/detail', ({ key }) => ({ data: detail({ key: String(key) }) })),
    call('fishing/player_info', () => (reads++, { data: world['fishing/player_info'] })),
  )
  function Pair() {
    const [id, setId] = useState(open)
    return (
      <>
        <button type="button" onClick={() => setId(over)}>
          Other
        </button>
        <Detail id={id} />
      </>
    )
  }
  const { store } = signedInStore()
  await store.dispatch(endpoints.endpoints.fishingPlayerInfo.initiate())
  await show(<Pair />, { store })
  await screen.findByText(/left of our 24 hours/)
  await userEvent.click(screen.getByRole('button', { name: 'Other' }))
  expect(await screen.findAllByText('Failure')).toHaveLength(2)
  await answered(store)
  expect(reads).toBe(1)
})

test.each([6011, -1006])(
  'somebody else\u2019s withdrawal, none at all and no id look the same: %i',
  async (error) => {
    server.use(call('withdraw/detail', () => ({ error, message: '' })))
    await show(<Detail id="x" />)
    expect(await screen.findByRole('link', { name: 'All withdrawals' })).toHaveAttribute(
      'href',
      '/withdraw/index',
    )
  },
)

test('one that waits for its review shows the whole way before it, and says when the promise is over', async () => {
  const { withdraw, steps } = detail({ key: '0193f0c2-7a11-7bbb-8ccc-000000000002' })
  const late = {
    ...withdraw,
    status: 0,
    label: 'Review' as const,
    tx: null,
    created_at: Date.now() - 25 * 3_600_000,
    eta_at: Date.now() - 3_600_000,
  }
  server.use(call('withdraw/detail', () => ({ data: { withdraw: late, steps: steps.slice(0, 1) } })))
  await show(<Detail id="x" />)
  const way = within(await screen.findByRole('list')).getAllByRole('listitem')
  expect(way.map((step) => step.textContent)).toEqual([
    expect.stringContaining('Review'),
    'PendingSent to the withdrawal system',
    'PendingBroadcast to chain',
    'CompletedConfirmed on the chain',
  ])
  expect(way[0]).toHaveAttribute('aria-current', 'step')
  expect(screen.getByText(/takes longer than the 24 hours/)).toBeVisible()
  expect(screen.queryByText(/Expected by/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Copy number' })).toBeVisible()
})
