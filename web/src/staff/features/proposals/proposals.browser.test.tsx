// Proposals: approved by a second person, bound to the digest that was shown, and never by their maker.
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, bodiesOf, expectClean, prepareConsole, show } from '../../testing/console.tsx'
import { player, world } from '../../testing/world.ts'

prepareConsole()

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
    expect(bodiesOf('proposals/approve')).toMatchObject([
      { proposal: proposal.proposal, digest: proposal.digest, reason: 'Checked against the chain' },
    ])
    expect(bodiesOf('proposals/approve')[0]?.['req_id']).toBeTypeOf('string')
  })

  test('are not approved by who made them', async () => {
    const { proposal, facts } = world['proposals/info'] as { proposal: object; facts: object[] }
    answer({ 'proposals/info': { proposal: { ...proposal, own: true }, facts, diff: [] } })
    await show(first)
    await expect.element(page.getByText('You proposed this: another person has to approve it.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Approve' })).toBeDisabled()
    await userEvent.keyboard('a')
    expect(document.querySelector('dialog[open]')).toBeNull()
    await expect.element(page.getByRole('button', { name: 'Take back' })).toBeEnabled()
  })

  test('of a correction that concerns no closed month say so in words', async () => {
    const info = world['proposals/info'] as { proposal: { what: object } }
    const what = { ...info.proposal.what, restates: 'none' }
    answer({ 'proposals/info': { ...info, proposal: { ...info.proposal, what } } })
    await show(first)
    await expect.element(page.getByText('Concerns no closed month')).toBeVisible()
  })

  test('that are shown with another amount than would be signed say so', async () => {
    const { proposal } = world['proposals/info'] as { proposal: { what: object } }
    const what = { ...proposal.what, delta: '-125000000' }
    answer({
      'proposals/info': { proposal: { ...proposal, what, amount: '-125000000' }, facts: [], diff: [] },
    })
    await show(first)
    await expect.element(page.getByRole('alert')).toMatchTextContent(/not what the service names as approved/)
  })

  test('refused by the server stay open with its words', async () => {
    answer({ 'proposals/approve': { error: 9003, message: 'The state has changed', data: null } })
    await show(first)
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('dialog').getByLabelText('Reason').fill('Checked')
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('The state has changed (9003)')
  })

  test('are only looked at while the past is shown', async () => {
    await show(`${first}&at=1200`)
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('dialog').getByLabelText('Reason').fill('Checked')
    await expect.element(page.getByRole('dialog').getByRole('button', { name: 'Approve' })).toBeDisabled()
    expect(bodiesOf('proposals/approve')).toEqual([])
  })
})

test('a packet that was approved leads to the packet that came of it', async () => {
  const { proposal } = world['proposals/info'] as { proposal: object }
  const packet = '2f6d0c3e-91b4-8a55-b7de-40c1d2e3f4a1'
  const done = { ...proposal, kind: 'packet', state: 'done', code: 0, own: true, packet }
  answer({ 'proposals/info': { proposal: done, facts: [], diff: [] } })
  await show('/desks/proposals?open=0193f0c2-7a11-7bbb-8ccc-000000000001')
  await page.getByRole('link', { name: /^2f6d0c3e/ }).click()
  await expect.element(page.getByRole('button', { name: 'Show code and link' })).toBeVisible()
})

test('what is proposed is shown in words, and whole for whoever asks', async () => {
  const { proposal, facts } = world['proposals/info'] as { proposal: object; facts: object[] }
  const players = [player, '0193f0c2-7a11-7bbb-8ccc-0123456789ac']
  answer({
    'proposals/info': {
      proposal: { ...proposal, kind: 'cluster_freeze', players, what: { players } },
      facts,
      diff: [],
    },
  })
  await show('/desks/proposals?open=0193f0c2-7a11-7bbb-8ccc-000000000005')
  for (const id of players)
    await expect
      .element(page.getByRole('link', { name: id }))
      .toHaveAttribute('href', expect.stringContaining(`/players/${id}`))
  await expect.element(page.getByRole('region', { name: 'The change, whole' })).not.toBeInTheDocument()
  await page.getByText('Exactly as it was recorded').click()
  await expect.element(page.getByRole('region', { name: 'The change, whole' })).toBeVisible()
  await expectClean()
})

test('what was decided says who, when and why', async () => {
  const { proposal, facts } = world['proposals/info'] as { proposal: object; facts: object[] }
  const decided = {
    ...proposal,
    state: 'rejected',
    decided_by: 'bo',
    decided_ms: 1_763_640_000_000,
    decision: 'Not the right case',
  }
  answer({ 'proposals/info': { proposal: decided, facts, diff: [] } })
  const { container } = await show('/desks/proposals?open=0193f0c2-7a11-7bbb-8ccc-000000000001')
  for (const text of ['bo', '2025-11-20 12:00:00 UTC', 'Not the right case'])
    await expect.element(page.getByRole('definition').getByText(text, { exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Approve' })).not.toBeInTheDocument()
  await expectClean(container)
})

test('a version of the numbers is shown by what it changes', async () => {
  const { proposal } = world['proposals/info'] as { proposal: object }
  const what = { section: 'game', version: 3, body: { shield_cost: 2 }, replaces: 2, effective_ms: 0 }
  const diff = [{ path: 'shield_cost', before: '1', after: '2' }]
  answer({
    'proposals/info': {
      proposal: { ...proposal, kind: 'config', players: [], amount: null, asset: null, what },
      facts: [],
      diff,
    },
  })
  await show('/desks/proposals?open=config.game.3')
  const row = page.getByRole('table', { name: 'Differences' }).getByRole('row').nth(1)
  await expect.element(row).toMatchTextContent(/shield_cost12/)
  await expect.element(page.getByRole('definition').getByText('the approval on')).toBeVisible()
})

test('the list shows what is moved and whose, and the confirmation repeats it', async () => {
  await show('/desks/proposals')
  const row = page.getByRole('grid', { name: 'Proposals' }).getByRole('row').nth(1)
  await expect.element(row).toMatchTextContent(/−12.500000USDT/)
  await row.getByRole('gridcell').nth(2).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect.element(page.getByRole('dialog')).toMatchTextContent(/−12.500000USDT, Adjustment/)
})

test('several that are chosen are rejected with one reason, one command each', async () => {
  await show('/desks/proposals')
  await page.getByRole('checkbox', { name: /^Choose all/ }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Reject' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('It is decided already.').first()).toBeVisible()
  await expectClean()
  await dialog.getByLabelText('Reason').fill('The campaign was called off')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect.element(dialog.getByText(/^\d done, 0 refused, \d left out, 0 not decided$/)).toBeVisible()
  const sent = bodiesOf('proposals/reject')
  expect(sent.length).toBeGreaterThan(0)
  expect(sent.every((body) => body['reason'] === 'The campaign was called off')).toBe(true)
})
