// What a person may ask about personal data, on the player's page and on the desk of erasures.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, bodiesOf, prepareConsole, show } from '../../testing/console.tsx'
import { mara, world } from '../../testing/world.ts'
import type { PlayersInfoData, ProposalsListData, StaffProposal } from '../../api/endpoints.gen.ts'

const asked = { ...infoOf(), limits: { ...infoOf().limits, erase_at_ms: Date.now() + 86_400_000 } }
const erased = { ...infoOf(), limits: { ...infoOf().limits, erased: true } }
prepareConsole()
const path = `/players/${mara}?tab=person`

function infoOf(): PlayersInfoData {
  return (world['players/info'] as (body: object) => PlayersInfoData)({})
}

const fileId = '0193f0c2-7a11-7bbb-8ccc-000000000008'

/** The list of proposals with the own one of a file, approved unless it says otherwise. */
function fileProposal(part: Partial<StaffProposal>) {
  const data = world['proposals/list'] as ProposalsListData
  const [first] = data.list
  const file = {
    ...first,
    proposal: fileId,
    kind: 'access_file',
    own: true,
    players: [mara],
    what: { player: mara },
  }
  const approved = {
    state: 'done',
    code: 0,
    amount: null,
    asset: null,
    take_until_ms: Date.now() + 86_400_000,
  }
  return { ...data, list: [{ ...file, ...approved, ...part }] }
}

async function acts(label: string, reason: string) {
  await page.getByRole('button', { name: label }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('Reason').fill(reason)
  await dialog.getByRole('button', { name: label }).click()
}

test('an erasure and the reset of an identity check are proposed with a reason', async () => {
  await show(path)
  await acts('Ask for erasure', 'letter 12')
  await expect.element(page.getByText(/nothing is done until another person approves it/)).toBeVisible()
  expect(bodiesOf('erasure/request')).toMatchObject([{ player: mara, reason: 'letter 12' }])
  await acts('Reset identity check', 'name changed')
  await expect.element(page.getByText(/nothing is done until another person approves it/)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Look at the proposal' }))
    .toHaveAttribute('href', expect.stringContaining('/desks/proposals?open='))
  expect(bodiesOf('kyc/reset')).toMatchObject([{ player: mara, reason: 'name changed' }])
})

test('a request that waits is taken back', async () => {
  answer({ 'players/info': asked })
  await show(path)
  await expect.element(page.getByRole('button', { name: 'Ask for erasure' })).not.toBeInTheDocument()
  await acts('Take the request back', 'another account')
  await expect.element(page.getByText('The request is taken back')).toBeVisible()
  expect(bodiesOf('erasure/cancel')).toMatchObject([{ player: mara }])
})

test('of destroyed data there is a certificate, and nothing more to ask for', async () => {
  answer({ 'players/info': erased })
  await show(path)
  await expect.element(page.getByRole('button', { name: 'Save the certificate' })).toBeVisible()
  for (const name of ['Ask for erasure', 'Take the request back', 'Reset identity check'])
    await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument()
})

test('who may not, and who looks at the past, is offered nothing', async () => {
  await show(path, { can: ['players.info', 'players.timeline'] })
  await expect.element(page.getByRole('heading', { name: 'Personal data' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Ask for erasure' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Make the access file' })).not.toBeInTheDocument()
})

test('a file of what is held is proposed with a reason, and waits for another person', async () => {
  await show(path)
  answer({ 'proposals/list': fileProposal({ state: 'waiting' }) })
  await acts('Propose the access file', 'letter 13')
  expect(bodiesOf('access/propose')).toMatchObject([{ player: mara, reason: 'letter 13' }])
  await expect.element(page.getByText(/The access file waits for another person/)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Look at the proposal' }))
    .toHaveAttribute('href', expect.stringContaining(`/desks/proposals?open=${fileId}`))
  await expect.element(page.getByRole('button', { name: 'Make the access file' })).not.toBeInTheDocument()
})

test('a file whose time is over, or that somebody else proposed, is proposed anew', async () => {
  for (const part of [{ take_until_ms: Date.now() - 1_000 }, { own: false }]) {
    answer({ 'proposals/list': fileProposal(part) })
    await show(path)
    await expect.element(page.getByRole('button', { name: 'Propose the access file' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Make the access file' })).not.toBeInTheDocument()
  }
})

test('what is held is made once it is approved, saved in two forms, and forgotten', async () => {
  answer({ 'proposals/list': fileProposal({}) })
  await show(path)
  await acts('Make the access file', 'letter 13')
  await expect.element(page.getByText(/Records: \d[\d,]*, of 4 kinds/)).toBeVisible()
  expect(bodiesOf('access/file')).toMatchObject([{ player: mara, proposal: fileId, reason: 'letter 13' }])
  await expect.element(page.getByRole('button', { name: 'Save as JSON' })).toBeVisible()
  await page.getByRole('button', { name: 'Close and forget' }).click()
  await expect.element(page.getByRole('button', { name: 'Save as a page' })).not.toBeInTheDocument()
})

test('the page names who shares what, and never the value', async () => {
  await show(path)
  await expect.element(page.getByText('Same payout address and comment')).toBeVisible()
  await expect.element(page.getByText('Same mail')).toBeVisible()
})

test('the desk lists who waits and leads to the player', async () => {
  await show('/desks/erasure')
  await expect.element(page.getByText('a withdrawal under way')).toBeVisible()
  await expect.element(page.getByText('letter 12')).toBeVisible()
  await expect.element(page.getByRole('columnheader', { name: 'Approved by' })).toBeVisible()
})
