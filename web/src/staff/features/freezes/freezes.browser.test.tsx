// Freezes: one account at once, several by a second person's approval, and the way there from a player's page.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { bodiesOf, expectClean, prepareConsole, show } from '../../testing/console.tsx'
import { mara, player } from '../../testing/world.ts'

prepareConsole()

const other = '0193f0c2-7a11-7bbb-8ccc-0123456789ac'

test('an account is frozen and goes on, each with a reason', async () => {
  await show('/desks/freezes')
  await page.getByRole('button', { name: 'Freeze an account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('Player id').fill(player)
  await dialog.getByLabelText('Reason').fill('Case 4409')
  await dialog.getByRole('button', { name: 'Freeze an account' }).click()
  await expect.poll(() => bodiesOf('freezes/set')).toMatchObject([{ player, reason: 'Case 4409' }])
  await page.getByRole('button', { name: 'Lift' }).click()
  await dialog.getByLabelText('Reason').fill('Cleared')
  await dialog.getByRole('button', { name: 'Lift' }).click()
  await expect.poll(() => bodiesOf('freezes/lift')).toMatchObject([{ player, reason: 'Cleared' }])
})

test('a cluster is proposed, each account once, and nothing is frozen by it', async () => {
  await show('/desks/freezes')
  await page.getByRole('button', { name: 'Freeze a cluster' }).click()
  const dialog = page.getByRole('dialog')
  const button = dialog.getByRole('button', { name: 'Propose to freeze them' })
  await dialog.getByLabelText('Reason').fill('Case 4409')
  await expect.element(button).toBeDisabled()
  await dialog.getByLabelText('Player ids, one a line').fill(`${player}\n${other}, bream`)
  await expect.element(page.getByText('“bream” is no player id.')).toBeVisible()
  await expect.element(button).toBeDisabled()
  await dialog.getByLabelText('Player ids, one a line').fill(`${player}\n${other.toUpperCase()}\n ${player}`)
  await expect.element(page.getByText('2 accounts')).toBeVisible()
  await expectClean()
  await button.click()
  await expect
    .element(page.getByRole('link', { name: 'Look at it' }))
    .toHaveAttribute('href', expect.stringContaining('/desks/proposals?open='))
  expect(bodiesOf('freezes/propose')).toMatchObject([{ players: [player, other], reason: 'Case 4409' }])
  expect(bodiesOf('freezes/set')).toEqual([])
})

test('more accounts than one proposal holds are refused before they are sent', async () => {
  const many = Array.from({ length: 51 }, (_, index) => player.slice(0, -2) + String(index).padStart(2, '0'))
  await show(`/desks/freezes?cluster=${many.join(',')}`)
  await page.getByRole('dialog').getByLabelText('Reason').fill('Case 4409')
  await expect.element(page.getByText('At most 50 accounts in one proposal.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Propose to freeze them' })).toBeDisabled()
})

test('a player’s page leads there with the whole cluster, for whoever may propose it, and only now', async () => {
  const cluster = [mara, '72cba8c7-bbe8-59b4-aace-8ff5370198a5']
  const link = page.getByRole('link', { name: 'Propose to freeze these 2 accounts' })
  const reader = ['players.info', 'players.timeline']
  await show(`/players/${mara}?tab=person`, { can: [...reader, 'freezes.propose'] })
  await expect
    .element(link)
    .toHaveAttribute('href', expect.stringContaining(encodeURIComponent(cluster.join(','))))
  await show(`/players/${mara}?tab=person&at=47940`, { can: [...reader, 'freezes.propose'] })
  await expect.element(page.getByRole('heading', { name: 'Links' })).toBeVisible()
  await expect.element(link).not.toBeInTheDocument()
  await show(`/players/${mara}?tab=person`, { can: reader })
  await expect.element(page.getByRole('heading', { name: 'Links' })).toBeVisible()
  await expect.element(link).not.toBeInTheDocument()
})
