// The game without a canvas (jsdom has none): the buttons, the numbers and the order of things.
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { Activity, useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type {
  Cast,
  Dive,
  DiveResult,
  FishingPlayerInfoData,
  FishingSeedInfoData,
} from '../../api/endpoints.gen.ts'
import { api } from '../../api/api.ts'
import { show } from '../../testing/render.tsx'
import { call, envelope, server, type Reply } from '../../testing/server.ts'
import { asset, dive as golden, world } from '../../testing/world.ts'
import { Toasts } from '../../ui/toast.tsx'
import { Screen } from './Screen.tsx'

const player = world['fishing/player_info'] as FishingPlayerInfoData
const seed = world['fishing/seed_info'] as FishingSeedInfoData
/** A new dive under what the server had shown, with the value of the device. */
const promised = (body: Record<string, unknown>, part: Partial<Dive> = {}) => ({
  ...ready({ casts: 0, seq: 1, staked: 0, line: [], line_value: '0.00', safe: '0.00', nonce: seed.nonce }),
  commit: seed.commit,
  client_seed: `${seed.client_seed}.${String(body['device_value'])}`,
  ...part,
})
const ready = (part: Partial<Dive> = {}): Dive => ({ ...golden, next_cast_at: Date.now() - 1000, ...part })
const cast: Cast = {
  seq: 10,
  level: 10,
  nonce: 9,
  t: 1,
  kind: 'fish',
  id: 'swordfish',
  x10: 200,
  value: '2000.00',
  bonus: '13.54',
  destroyed: [],
  shield: false,
}
const after = (): Dive =>
  ready({
    level: 11,
    seq: 11,
    casts: 10,
    staked: 1000,
    nonce: 10,
    line: [...golden.line, { i: 3, id: 'swordfish', level: 10, value: '2000.00' }],
    line_value: '2650.00',
    safe: '26.79',
  })
const result: DiveResult = {
  dive_id: golden.dive_id,
  reason: 'surfaced',
  casts: 9,
  staked: 900,
  fish: '650.00',
  bonus: '13.25',
  chest_gusd: '0.00',
  chest_usdt: '0.000000',
  payout: '663.25',
  credited_as: 'gusd',
  profit: '0.00',
  capped: false,
  closed_at: 0,
}

function given(
  dive: Dive | null,
  replies: Record<string, (body: Record<string, unknown>) => Reply | Promise<Reply>> = {},
): void {
  const all = {
    'fishing/player_info': () => ({ data: { ...player, dive } }),
    'fishing/config': () => ({ data: world['fishing/config'] }),
    'fishing/seed_info': () => ({ data: world['fishing/seed_info'] }),
    ...replies,
  }
  server.use(...Object.entries(all).map(([path, reply]) => call(path, reply)))
}

const open = () =>
  show(
    <>
      <Screen />
      <Toasts />
    </>,
  )
/** The sheet behind the one choice before a dive. */
async function choice(name: string) {
  await userEvent.click(await screen.findByRole('button', { name }))
  return within(await screen.findByRole('dialog', { name: 'Your next dive' }))
}
const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling

beforeEach(() => {
  // The refusal of the canvas is reported, as it should be; here it is expected.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  // jsdom knows the dialog element but not how to open it.
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false
  }
})

describe('before a dive', () => {
  test('the newcomer sees one line of help, one choice and Dive; the choice has stakes and priced levels', async () => {
    given(null)
    await open()
    expect(await screen.findByRole('button', { name: 'Dive' })).toBeEnabled()
    expect(screen.getByText('Each cast goes one level deeper. Surface any time.')).toBeVisible()
    expect(screen.queryByText('Staked')).toBeNull()
    const sheet = await choice('Stake 10 · from level 1')
    expect(sheet.getByRole('button', { name: '10 coins per cast' })).toHaveAttribute('aria-pressed', 'true')
    expect(sheet.getByRole('button', { name: /^Level 28\s*x50\s*Diamonds\s*10$/ })).toBeVisible()
    expect(screen.getByRole('link', { name: 'RTP 94% · provably fair · 18+' })).toHaveAttribute(
      'href',
      '/info',
    )
    // The scene comes in a chunk of its own, which a busy machine reads for a while.
    expect(
      await screen.findByText(
        'The sea cannot be drawn on this device. The game works as usual.',
        {},
        { timeout: 15_000 },
      ),
    ).toBeVisible()
  })

  test('a dive starts with the chosen stake and level', async () => {
    const bodies: Record<string, unknown>[] = []
    given(null, {
      'fishing/dive_start': (body) => {
        bodies.push(body)
        return { data: { dive: promised(body, { level: 6 }), asset } }
      },
    })
    await open()
    const sheet = await choice('Stake 10 · from level 1')
    await userEvent.click(sheet.getByRole('button', { name: '20 coins per cast' }))
    await userEvent.click(sheet.getByRole('button', { name: /^Level 6\s*x2/ }))
    await userEvent.click(sheet.getByRole('button', { name: 'Done' }))
    expect(screen.getByRole('button', { name: 'Stake 20 · from level 6' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: /^Dive from level 6\s*Diamonds\s*1$/ }))
    expect(await screen.findByRole('button', { name: /^Cast/ })).toBeVisible()
    expect(bodies).toHaveLength(1)
    expect(bodies[0]).toMatchObject({ stake: 20, start_level: 6 })
    expect(screen.getByRole('meter', { name: 'Depth' })).toHaveAttribute(
      'aria-valuetext',
      'Level 6 of 37, value x2',
    )
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('a dive under another seed than the promised one says so, and what to do', async () => {
    given(null, {
      'fishing/dive_start': (body) => ({ data: { dive: promised(body, { commit: golden.commit }), asset } }),
    })
    await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Dive' }))
    const alert = within(await screen.findByRole('alert'))
    expect(alert.getByText('Not the promised seed')).toBeVisible()
    expect(alert.getByText(/Do not cast: surface now/)).toBeVisible()
    expect(alert.getByRole('link', { name: 'Open the evidence' })).toHaveAttribute(
      'href',
      `/info?section=fairness&dive=${golden.dive_id}`,
    )
    expect(screen.getByRole('button', { name: /^Surface/ })).toBeEnabled()
  })

  test('an honest dive is not blamed while the cached seed pair is out of date', async () => {
    let nonce = seed.nonce
    let hold: Promise<never> | null = null
    given(null, {
      'fishing/seed_info': async () => {
        const held = hold
        hold = null
        await held
        return { data: { ...seed, nonce } }
      },
      'fishing/dive_start': (body) => ({ data: { dive: promised(body, { nonce }), asset } }),
    })
    const { store } = await open()
    await screen.findByRole('button', { name: 'Dive' })
    await waitFor(() => expect(JSON.stringify(store.getState().api.queries)).toContain(seed.commit))
    // Another device has cast; the cache is being read again for a reason of its own, and that does not end.
    nonce += 3
    hold = new Promise(() => undefined)
    store.dispatch(api.util.invalidateTags(['Seed']))
    await waitFor(() => expect(hold).toBeNull())
    await userEvent.click(screen.getByRole('button', { name: 'Dive' }))
    expect(await screen.findByRole('button', { name: /^Cast/ })).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('without coins it leads to free coins and checks in on the spot', async () => {
    given(null, {
      'fishing/player_info': () => ({
        data: { ...player, asset: { ...asset, coin: 60, coin_paid: 30, coin_promo: 30, ver: 900 } },
      }),
    })
    const signed: unknown[] = []
    server.use(
      call('signin/info', () => ({ data: world['signin/info'] })),
      call('signin/sign', (body) => {
        signed.push(body)
        return {
          data: {
            step: 4,
            streak: 4,
            coin: 250,
            diamond: 1,
            asset: { ...asset, coin: 310, coin_promo: 280, ver: 901 },
          },
        }
      }),
    )
    await open()
    const sheet = await choice('Stake 10 · from level 1')
    await userEvent.click(sheet.getByRole('button', { name: '100 coins per cast' }))
    await userEvent.click(sheet.getByRole('button', { name: 'Close' }))
    expect(screen.getByText('A cast costs 100 coins, more than you have.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Get coins' }))
    expect(await screen.findByRole('link', { name: /Free coins/ })).toHaveAttribute('href', '/home/receive')
    const checkIn = { name: /^Check-in\s*Coins\s*\+250\s*Diamonds\s*\+1$/ }
    await userEvent.click(await screen.findByRole('button', checkIn))
    expect(await screen.findByRole('button', { name: 'Dive' })).toBeEnabled()
    expect(signed).toHaveLength(1)
  })

  test("after today's check-in it leads to the next one", async () => {
    given(null, {
      'fishing/player_info': () => ({
        data: { ...player, asset: { ...asset, coin: 0, coin_paid: 0, coin_promo: 0, ver: 900 } },
      }),
    })
    server.use(call('signin/info', () => ({ data: { ...(world['signin/info'] as object), signed: true } })))
    await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Get coins' }))
    expect(await screen.findByRole('link', { name: /Check-in/ })).toHaveAttribute('href', '/home/signin')
  })

  test('a closed stake says so and cannot be dived with', async () => {
    given(null, { 'fishing/dive_start': () => ({ error: 3011 }) })
    await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Dive' }))
    expect(await screen.findByText(/This stake is closed for now\. Open dives/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Dive' })).toBeDisabled()
  })
})

describe('during a dive', () => {
  test('numbers change only when the server has answered, and one double tap is one cast', async () => {
    const bodies: Record<string, unknown>[] = []
    let answer: (reply: Reply) => void = () => undefined
    given(ready(), {
      'fishing/cast': (body) => {
        bodies.push(body)
        return new Promise<Reply>((resolve) => {
          answer = resolve
        })
      },
    })
    await open()
    await userEvent.dblClick(await screen.findByRole('button', { name: /^Cast\s*Coins\s*100$/ }))
    await waitFor(() => expect(bodies).toHaveLength(1))
    expect(figure('Value')).toHaveTextContent('663.25')
    expect(figure('Staked')).toHaveTextContent('900')
    await act(async () => answer({ data: { cast, dive: after(), result: null, asset } }))
    await waitFor(() => expect(figure('Value')).toHaveTextContent('2,676.79'))
    expect(figure('Net')).toHaveTextContent('+1,676.79')
    expect(screen.getByText('Swordfish')).toBeVisible()
    expect(bodies).toHaveLength(1)
    expect(bodies[0]).toMatchObject({ dive_id: golden.dive_id, seq: 10, shield: false })
  })

  test('the shield goes with one cast', async () => {
    const shields: unknown[] = []
    given(ready(), {
      'fishing/cast': (body) => {
        shields.push(body['shield'])
        return {
          data: { cast: { ...cast, shield: true, bonus: '0.00' }, dive: after(), result: null, asset },
        }
      },
    })
    await open()
    await userEvent.click(await screen.findByRole('switch', { name: /^Shield\s*Diamonds\s*1$/ }))
    await userEvent.click(screen.getByRole('button', { name: /^Cast\s*Coins\s*100$/ }))
    await waitFor(() =>
      expect(screen.getByRole('switch', { name: /^Shield\s*Diamonds\s*1$/ })).toHaveAttribute(
        'aria-checked',
        'false',
      ),
    )
    expect(shields).toEqual([true])
  })

  test('the shield stays for the next try of a cast that was not answered', async () => {
    const sent: unknown[][] = []
    let lost = true
    given(ready())
    server.use(
      http.post('*/api/v1/fishing/cast', async ({ request }) => {
        const { req_id: id, shield } = (await request.json()) as Record<string, unknown>
        sent.push([id, shield])
        if (lost) return HttpResponse.error()
        return HttpResponse.json(envelope({ data: { cast, dive: after(), result: null, asset } }))
      }),
    )
    await open()
    const shield = await screen.findByRole('switch', { name: /^Shield/ })
    await userEvent.click(shield)
    await userEvent.click(screen.getByRole('button', { name: /^Cast\s*Coins\s*100$/ }))
    expect(await screen.findByRole('alert')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('button', { name: /^Cast\s*Coins\s*100$/ })).toBeEnabled())
    expect(shield).toHaveAttribute('aria-checked', 'true')
    lost = false
    await userEvent.click(screen.getByRole('button', { name: /^Cast\s*Coins\s*100$/ }))
    await waitFor(() => expect(shield).toHaveAttribute('aria-checked', 'false'))
    expect(sent).toHaveLength(4)
    expect(new Set(sent.map(String)).size).toBe(1)
    expect(sent[0]?.[1]).toBe(true)
  })

  test('the shield goes with no other cast than the one it was chosen for', async () => {
    const shields: unknown[] = []
    given(ready(), {
      'fishing/cast': (body) => (shields.push(body['shield']), { error: 3004, data: after() }),
    })
    await open()
    await userEvent.click(await screen.findByRole('switch', { name: /^Shield/ }))
    await userEvent.click(screen.getByRole('button', { name: /^Cast\s*Coins\s*100$/ }))
    await waitFor(() => expect(figure('Staked')).toHaveTextContent('1,000'))
    expect(screen.getByRole('switch', { name: /^Shield/ })).toHaveAttribute('aria-checked', 'false')
    await userEvent.click(screen.getByRole('button', { name: /^Cast\s*Coins\s*100$/ }))
    await waitFor(() => expect(shields).toEqual([true, false]))
  })

  test('a step out of date takes over the dive of the answer without a word', async () => {
    given(ready(), { 'fishing/cast': () => ({ error: 3004, data: after() }) })
    await open()
    await userEvent.click(await screen.findByRole('button', { name: /^Cast\s*Coins\s*100$/ }))
    await waitFor(() => expect(figure('Staked')).toHaveTextContent('1,000'))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('coins that run out leave Surface open', async () => {
    given(ready(), {
      'fishing/cast': () => ({ error: 2001 }),
      'signin/info': () => ({ data: world['signin/info'] }),
    })
    await open()
    await userEvent.click(await screen.findByRole('button', { name: /^Cast\s*Coins\s*100$/ }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Not enough coins' }))
    expect(sheet.getByText(/Your dive stays open/)).toBeVisible()
    await userEvent.click(sheet.getByRole('button', { name: 'Close' }))
    expect(screen.getByRole('button', { name: /^Surface\s*663\.25$/ })).toBeEnabled()
  })

  test('a break is called a break, and Surface stays open', async () => {
    given(ready(), { 'fishing/cast': () => ({ error: -1009, data: { until: 1 } }) })
    await open()
    await userEvent.click(await screen.findByRole('button', { name: /^Cast\s*Coins\s*100$/ }))
    const sheet = within(await screen.findByRole('dialog', { name: 'You are on a break' }))
    expect(sheet.getByText(/^You cannot cast during a break/)).toBeVisible()
    await userEvent.click(sheet.getByRole('button', { name: 'Close' }))
    expect(screen.getByRole('button', { name: /^Surface\s*663\.25$/ })).toBeEnabled()
  })

  test('a dive found at the start is announced as going on', async () => {
    given(ready())
    await open()
    expect(await screen.findByText('Your dive continues at level 10.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByText('Your dive continues at level 10.')).toBeNull()
  })
})

describe('half an hour later', () => {
  afterEach(() => void vi.useRealTimers())

  /** The screen as the shell keeps it. */
  function Kept() {
    const [away, setAway] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setAway(!away)}>
          {away ? 'Return' : 'Leave'}
        </button>
        <Activity mode={away ? 'hidden' : 'visible'}>
          <Screen />
        </Activity>
      </>
    )
  }

  test('who spent it on another screen sees it on return, by the server’s own numbers', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const startedMs = Date.now()
    const session = { started_at: startedMs, staked: 4200, won: '100.00', net: '-4100.00' }
    given(ready(), {
      'fishing/player_info': () => ({ data: { ...player, dive: ready(), session } }),
      'fishing/cast': () => ({ data: { cast, dive: after(), result: null, asset } }),
    })
    await show(<Kept />)
    await userEvent.click(await screen.findByRole('button', { name: /^Cast\s*Coins\s*100$/ }))
    await waitFor(() => expect(figure('Staked')).toHaveTextContent('1,000'))
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }))
    vi.setSystemTime(startedMs + 31 * 60_000)
    await userEvent.click(screen.getByRole('button', { name: 'Return' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Time for a short check' }))
    expect(sheet.getByText('4,200')).toBeVisible()
  })
})

describe('the result', () => {
  test('less than staked is shown plainly, with the sum', async () => {
    given(ready(), { 'fishing/surface': () => ({ data: { result, asset } }) })
    await open()
    await userEvent.click(await screen.findByRole('button', { name: /^Surface/ }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Back on the surface' }))
    expect(sheet.queryByText('Profit')).toBeNull()
    expect(sheet.getByText('Net').nextElementSibling).toHaveTextContent('−236.75')
    expect(sheet.getByText('Staked, 9 casts').nextElementSibling).toHaveTextContent('900')
  })

  test('more than staked is celebrated', async () => {
    given(ready(), {
      'fishing/surface': () => ({ data: { result: { ...result, payout: '900.01', profit: '0.01' }, asset } }),
    })
    await open()
    await userEvent.click(await screen.findByRole('button', { name: /^Surface/ }))
    const sheet = within(await screen.findByRole('dialog', { name: 'A good catch' }))
    expect(sheet.getByText('Profit')).toBeVisible()
    expect(sheet.getAllByText('+0.01')).toHaveLength(2)
  })
})
