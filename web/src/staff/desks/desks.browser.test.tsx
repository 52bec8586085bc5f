// Every desk in a real browser at the size of an office screen: nothing for axe to say in either theme, nothing wider than
// the window, and what is done is what the server is told.
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { desks } from './index.ts'
import { answerDesks, clean, instead, show, told } from './testing/desk.tsx'
import { me, player, world } from './testing/world.ts'

answerDesks()

/** With the richest thing of each desk open. */
const opened: Readonly<Record<string, string>> = {
  '/desks/proposals': '?open=0193f0c2-7a11-7bbb-8ccc-000000000001',
  '/desks/withdrawals': '?open=0193f0c2-7a11-7bbb-8ccc-100000000004',
  '/desks/config': '?open=shop',
  '/desks/packets': '?open=ET7BR1JF3R',
  '/desks/views': '?open=ranks 0',
  '/desks/days': '?open=2026-11-20',
  '/desks/play': '?open=0193f0c2-7a11-7bbb-8ccc-0123456789ac',
  '/desks/topups': '?open=9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
}

describe.each(desks.map(({ path }) => path))('%s', (path) => {
  test.each(['light', 'dark'] as const)('in %s', async (theme) => {
    document.documentElement.dataset.theme = theme
    await show(`${path}${opened[path] ?? ''}`)
    await clean()
  })
})

describe('proposals', () => {
  const first = '/desks/proposals?open=0193f0c2-7a11-7bbb-8ccc-000000000001'

  test('are approved by a key, with a reason, bound to the digest that was shown', async () => {
    await show(first)
    await expect.element(page.getByRole('button', { name: 'Approve' })).toBeEnabled()
    await userEvent.keyboard('a')
    const dialog = page.getByRole('dialog')
    await expect.element(dialog.getByRole('button', { name: 'Approve' })).toBeDisabled()
    await dialog.getByLabelText('Reason').fill('Checked against the chain')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await expect.element(page.getByText('Approved and carried out')).toBeVisible()
    const { proposal } = world['proposals/info'] as { proposal: { proposal: string; digest: string } }
    expect(told('proposals/approve')).toMatchObject([
      { proposal: proposal.proposal, digest: proposal.digest, reason: 'Checked against the chain' },
    ])
    expect(told('proposals/approve')[0]?.['req_id']).toBeTypeOf('string')
  })

  test('are not approved by who made them', async () => {
    const { proposal, facts } = world['proposals/info'] as { proposal: object; facts: object[] }
    instead['proposals/info'] = { data: { proposal: { ...proposal, own: true }, facts } }
    await show(first)
    await expect.element(page.getByText('You proposed this: another person has to approve it.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Approve' })).toBeDisabled()
    await userEvent.keyboard('a')
    expect(document.querySelector('dialog[open]')).toBeNull()
    await expect.element(page.getByRole('button', { name: 'Take back' })).toBeEnabled()
  })

  test('refused by the server stay open with its words', async () => {
    instead['proposals/approve'] = { error: 9003, message: 'The state has changed', data: null }
    await show(first)
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('dialog').getByLabelText('Reason').fill('Checked')
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('The state has changed (9003)')
  })

  test('are only looked at while the past is shown', async () => {
    await show(first, { past: true })
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('dialog').getByLabelText('Reason').fill('Checked')
    await expect.element(page.getByRole('dialog').getByRole('button', { name: 'Approve' })).toBeDisabled()
    expect(told('proposals/approve')).toEqual([])
  })
})

test('what is proposed is told in words, and whole for whoever asks', async () => {
  const { proposal, facts } = world['proposals/info'] as { proposal: object; facts: object[] }
  const players = [player, '0193f0c2-7a11-7bbb-8ccc-0123456789ac']
  instead['proposals/info'] = {
    data: { proposal: { ...proposal, kind: 'cluster_freeze', players, what: { players } }, facts },
  }
  await show('/desks/proposals?open=0193f0c2-7a11-7bbb-8ccc-000000000005')
  for (const id of players)
    await expect
      .element(page.getByRole('link', { name: id }))
      .toHaveAttribute('href', expect.stringContaining(`/players/${id}`))
  await expect.element(page.getByRole('region', { name: 'The change, whole' })).not.toBeInTheDocument()
  await page.getByText('Exactly as it was recorded').click()
  await expect.element(page.getByRole('region', { name: 'The change, whole' })).toBeVisible()
  await clean()
})

test('an adjustment is proposed in minor units, with both its legs shown before', async () => {
  await show(`/desks/adjustments?player=${player}`)
  await page.getByLabelText('Amount in USDT').fill('-12.5')
  await page.getByLabelText('Case').fill('4411')
  await expect
    .poll(() => page.getByRole('list', { name: 'Legs that will be posted' }).element().textContent)
    .toMatch(/−12\.500000.*\+12\.500000/)
  await page.getByRole('button', { name: 'Propose' }).click()
  await page.getByRole('dialog').getByLabelText('Reason').fill('Paid twice')
  await page.getByRole('dialog').getByRole('button', { name: 'Propose' }).click()
  await expect.element(page.getByText(/it waits for a second person/)).toBeVisible()
  expect(told('adjustments/propose')).toMatchObject([
    {
      player,
      purse: 'usdt',
      delta: '-12500000',
      counter: 'h:usdt_reserve',
      case_id: '4411',
      reason: 'Paid twice',
    },
  ])
})

test('a new account shows its secrets once', async () => {
  await show('/desks/accounts')
  await page.getByRole('button', { name: 'New account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('Name').fill('eve')
  await dialog.getByLabelText('auditor').click()
  await dialog.getByLabelText('Reason').fill('New in the team')
  await dialog.getByRole('button', { name: 'Make the account' }).click()
  await expect.element(page.getByText('rope-lantern-4471-harbour')).toBeVisible()
  expect(told('staff/add')).toMatchObject([{ name: 'eve', roles: ['auditor'], own: null }])
  await page.getByRole('button', { name: 'They are handed over' }).click()
  expect(document.body.textContent).not.toContain('rope-lantern')
})

describe('withdrawals', () => {
  const open = '/desks/withdrawals?open=0193f0c2-7a11-7bbb-8ccc-100000000004'
  const digest = (world['withdrawals/info'] as { digest: string }).digest

  test('get their second yes by a key, bound to the digest, and the next one is opened', async () => {
    await show(open)
    await expect.element(page.getByRole('button', { name: 'Approve' })).toBeEnabled()
    await userEvent.keyboard('a')
    await page.getByRole('dialog').getByLabelText('Reason').fill('Sources checked')
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await expect.element(page.getByText('Approved: it is on its way')).toBeVisible()
    expect(told('withdrawals/approve')).toMatchObject([
      { withdrawal: '0193f0c2-7a11-7bbb-8ccc-100000000004', digest, reason: 'Sources checked' },
    ])
    await expect
      .poll(() => told('withdrawals/info'))
      .toContainEqual({ withdrawal: '0193f0c2-7a11-7bbb-8ccc-100000000002' })
  })

  test('are not approved twice by the same person', async () => {
    const data = world['withdrawals/info'] as { withdrawal: object }
    instead['withdrawals/info'] = {
      data: { ...data, withdrawal: { ...data.withdrawal, approved_by: [me.name] } },
    }
    await show(open)
    await expect.element(page.getByText('You said yes already: another person has to agree.')).toBeVisible()
    await userEvent.keyboard('a')
    expect(document.querySelector('dialog[open]')).toBeNull()
  })

  test('get no second yes from somebody who leads nothing', async () => {
    await show(open, { roles: ['finance'] })
    await expect.element(page.getByText('The second yes is a finance lead’s.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Approve' })).toBeDisabled()
  })

  test('that are approved go back to review as long as nothing was sent', async () => {
    const data = world['withdrawals/info'] as { withdrawal: object }
    instead['withdrawals/info'] = { data: { ...data, withdrawal: { ...data.withdrawal, state: 'approved' } } }
    await show(open)
    await page.getByRole('button', { name: 'Back to review' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabelText('Reason').fill('The account is shared')
    await dialog.getByRole('button', { name: 'Back to review' }).click()
    await expect.element(page.getByText('Back in review: nothing was sent')).toBeVisible()
    expect(told('withdrawals/flag')).toMatchObject([{ reason: 'The account is shared' }])
  })

  test('are rejected with a reason that the player reads', async () => {
    await show(open)
    await expect.element(page.getByRole('button', { name: 'Reject' })).toBeVisible()
    await userEvent.keyboard('r')
    const dialog = page.getByRole('dialog')
    await expect.element(dialog.getByRole('button', { name: 'Reject' })).toBeDisabled()
    await dialog.getByLabelText('Reason').fill('Address of an exchange without a comment')
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await expect.element(page.getByText('Rejected: the money is back with the player')).toBeVisible()
  })

  test('paused say why, and are resumed', async () => {
    instead['withdrawals/list'] = { data: { list: [], next: null, paused: 'Two nodes disagree' } }
    await show('/desks/withdrawals')
    await expect.element(page.getByText('Payouts are paused: Two nodes disagree')).toBeVisible()
    await page.getByRole('button', { name: 'Resume payouts' }).click()
    await page.getByRole('dialog').getByLabelText('Reason').fill('Node replaced')
    await page.getByRole('dialog').getByRole('button', { name: 'Resume payouts' }).click()
    await expect.poll(() => told('withdrawals/resume')).toMatchObject([{ reason: 'Node replaced' }])
  })
})

describe('identity checks', () => {
  const open = async () => {
    await show('/desks/kyc')
    await page.getByText('MT', { exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabelText('Reason').fill('review')
    await dialog.getByRole('button', { name: 'Open this check' }).click()
    await expect.element(page.getByText('Ann Angler')).toBeVisible()
  }

  test('are opened with a reason, which the images carry too, and are clean in axe', async () => {
    await open()
    await expect.element(page.getByRole('img', { name: 'Image 2 of the document' })).toBeVisible()
    expect(told('kyc/open')).toMatchObject([{ player, reason: 'review' }])
    expect(told('kyc/image')).toMatchObject([
      { image: 'front', reason: 'review' },
      { image: 'back', reason: 'review' },
    ])
    await clean()
    await page.getByRole('button', { name: 'Close and forget' }).click()
    expect(document.body.textContent).not.toContain('Ann Angler')
  })

  test('are refused only with what the player is told', async () => {
    await open()
    await page.getByRole('button', { name: 'Decide' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabelText('Verdict').selectOptions('retry')
    await dialog.getByLabelText('Reason').fill('Not sharp')
    await expect.element(dialog.getByRole('button', { name: 'Ask for another try' })).toBeDisabled()
    await dialog.getByLabelText('image blurred').click()
    await dialog.getByRole('button', { name: 'Ask for another try' }).click()
    await expect.element(page.getByText('Another try was asked for')).toBeVisible()
    expect(told('kyc/decide')).toMatchObject([
      { player, verdict: 'retry', reasons: ['image_blurred'], expires_on: null },
    ])
  })
})

test('a payment of nobody is given to an order by two people', async () => {
  await show('/desks/topups?open=9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08')
  await page.getByLabelText('Order number').fill('T7K2Q9XMWA4B')
  await page.getByRole('button', { name: 'Propose to assign' }).click()
  await page.getByRole('dialog').getByLabelText('Reason').fill('The player showed the transaction')
  await page.getByRole('dialog').getByRole('button', { name: 'Propose to assign' }).click()
  await expect.element(page.getByText('Proposed; it waits for a second person')).toBeVisible()
  expect(told('topups/propose_assign')).toMatchObject([{ order_no: 'T7K2Q9XMWA4B' }])
})

test('a packet is put out in minor units and with what a claimer needs', async () => {
  await show('/desks/packets')
  await page.getByRole('button', { name: 'New packet' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('What is in it').selectOptions('usdt')
  await dialog.getByLabelText('Total').fill('250')
  await dialog.getByLabelText('Shares').fill('50')
  await dialog.getByLabelText('Casts in 7 days').fill('5')
  await dialog.getByLabelText('Countries').fill('SG, MT')
  await dialog.getByLabelText('Name in English').fill('Harvest')
  await dialog.getByLabelText('Reason').fill('Autumn campaign')
  await expect.element(dialog.getByRole('button', { name: 'New packet' })).toBeDisabled()
  await dialog.getByLabelText('Name in Chinese').fill('丰收红包')
  await dialog.getByRole('button', { name: 'New packet' }).click()
  await expect.element(page.getByText('Packet NEWCODE123 is out')).toBeVisible()
  expect(told('packets/create')).toMatchObject([
    {
      kind: 'equal',
      asset: 'usdt',
      total: '250000000',
      shares: 50,
      min_casts_7d: 5,
      countries: ['SG', 'MT'],
      hours: 24,
    },
  ])
})

test('a view is compared before it may serve, and differences are told in numbers', async () => {
  await show('/desks/views?open=ranks 0')
  await page.getByRole('button', { name: 'Rebuild and compare' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('Reason').fill('Stopped')
  await dialog.getByRole('button', { name: 'Rebuild and compare' }).click()
  await expect.element(page.getByText('1 rows differ')).toBeVisible()
  expect(told('views/rebuild')).toMatchObject([{ view: 'ranks', swap: false }])
})

test('an alert is seen to by a name, and leads to its desk', async () => {
  await show('/desks/alerts')
  await expect
    .element(page.getByRole('link', { name: 'Identity checks wait' }))
    .toHaveAttribute('href', expect.stringContaining('/desks/kyc'))
  await page.getByRole('button', { name: 'I see to it' }).first().click()
  await page.getByRole('dialog').getByLabelText('Reason').fill('Calling the bank')
  await page.getByRole('dialog').getByRole('button', { name: 'I see to it' }).click()
  await expect.poll(() => told('alerts/acknowledge')).toMatchObject([{ alert: 'withdrawal_due:1' }])
})

test('a day that does not add up is not closed', async () => {
  const data = world['days/info'] as { day: object; report: object }
  const open = { ...data.day, closed_ms: null }
  instead['days/info'] = {
    data: { ...data, day: open, report: { ...data.report, balanced: false }, signed: null, key: null },
  }
  await show('/desks/days?open=2026-11-21')
  await expect.element(page.getByRole('button', { name: 'Close this day' })).toBeDisabled()
  instead['days/info'] = { data: { ...data, day: open, signed: null, key: null } }
  await show('/desks/days?open=2026-11-21')
  await page.getByRole('button', { name: 'Close this day' }).last().click()
  await page.getByRole('dialog').getByLabelText('Reason').fill('Daily close')
  await page.getByRole('dialog').getByRole('button', { name: 'Close this day' }).click()
  await expect.poll(() => told('days/close')).toMatchObject([{ day: '2026-11-20', reason: 'Daily close' }])
})

test('a contact with a player is noted', async () => {
  await show('/desks/play?open=0193f0c2-7a11-7bbb-8ccc-0123456789ac')
  await page.getByRole('button', { name: 'Note a contact' }).click()
  await page.getByRole('dialog').getByLabelText('Reason').fill('Called again')
  await page.getByRole('dialog').getByRole('button', { name: 'Note a contact' }).click()
  await expect
    .poll(() => told('play/note'))
    .toMatchObject([{ player: '0193f0c2-7a11-7bbb-8ccc-0123456789ac', reason: 'Called again' }])
})

test('limits are told with what is used of them, and a break is no session', async () => {
  await show('/desks/play?open=0193f0c2-7a11-7bbb-8ccc-0123456789ac')
  const limits = page.getByRole('table', { name: 'Own limits' })
  await expect
    .element(limits.getByRole('row', { name: /Loss today 46.200000 ?USDT 50.000000 ?USDT 92 %/ }))
    .toBeVisible()
  await expect.element(limits.getByRole('row', { name: /Session now 41 min 90 min 45 %/ })).toBeVisible()
  await page.getByRole('combobox').selectOptions('playing')
  await expect.poll(() => page.getByRole('row').elements().length).toBe(2)
  await page.getByRole('row').nth(1).click()
  await expect.element(limits.getByRole('row', { name: /Session now – none –/ })).toBeVisible()
  await expect.element(page.getByText('Nobody wrote a contact down yet.')).toBeVisible()
})
