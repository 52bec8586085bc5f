// Cases: opened with a title that is kept, worked on by comments that are not, and found wherever one is named.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, bodiesOf, expectClean, prepareConsole, show } from '../../testing/console.tsx'
import { player, world } from '../../testing/world.ts'

prepareConsole()

const number = 'C-7K2M9QXA'
const one = `/desks/cases?open=${number}`

test('a case shows what happened in it and the acts that name it, and leads to what they name', async () => {
  await show(one)
  await expect.element(page.getByText(/gave it to bo/)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'C-0Z4T8WRN' }).last())
    .toHaveAttribute('href', expect.stringContaining('/desks/cases?open=C-0Z4T8WRN'))
  await expect.element(page.getByText(/This comment ended with the personal data/)).toBeVisible()
  await expect.element(page.getByText(/freezes.set/)).toBeVisible()
  await expectClean()
})

test('a comment is written, a file attached, the case assigned and closed', async () => {
  await show(one)
  const dialog = page.getByRole('dialog')
  const press = async (action: string) => {
    await dialog.getByRole('button', { name: action }).click()
    await expect.element(dialog).not.toBeInTheDocument()
  }
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await dialog.getByLabelText('Comment').fill('The bank answered')
  await press('Comment')
  await page.getByRole('button', { name: 'Attach a file' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Attach a file' })).toBeDisabled()
  await dialog.getByLabelText('File').upload(new File(['two'], 'two.txt', { type: 'text/plain' }))
  await press('Attach a file')
  await page.getByRole('button', { name: 'Assign' }).click()
  await dialog.getByLabelText('To whom').fill('ann')
  await press('Assign')
  await page.getByRole('button', { name: 'Close the case' }).click()
  await dialog.getByLabelText('Outcome').fill('One payment came back')
  await press('Close the case')
  expect(bodiesOf('cases/comment')).toMatchObject([{ case: number, text: 'The bank answered' }])
  expect(bodiesOf('cases/attach')).toMatchObject([{ case: number, bytes: btoa('two') }])
  expect(bodiesOf('cases/assign')).toMatchObject([{ case: number, assignee: 'ann' }])
  expect(bodiesOf('cases/close')).toMatchObject([{ case: number, reason: 'One payment came back' }])
})

test('a closed case is opened again and takes nothing else', async () => {
  const info = world['cases/info'] as { case: object }
  answer({ 'cases/info': { ...info, case: { ...info.case, state: 'closed' } } })
  await show(one)
  await expect.element(page.getByRole('button', { name: 'Open it again' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Comment', exact: true })).not.toBeInTheDocument()
})

test('a player’s page shows the withdrawals and the cases, and opens another case', async () => {
  await show(`/players/${player}?tab=withdrawals`)
  await expect.poll(() => bodiesOf('withdrawals/list')).toMatchObject([{ player }])
  await page.getByRole('button', { name: 'Cases' }).click()
  await expect.poll(() => bodiesOf('cases/list')).toMatchObject([{ player }])
  await page.getByRole('link', { name: 'Open a case' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('What it is about').fill('Paid twice')
  await dialog.getByRole('button', { name: 'Open a case' }).click()
  await expect
    .poll(() => bodiesOf('cases/open'))
    .toMatchObject([{ title: 'Paid twice', kind: 'player', about: player }])
})

test('the palette opens a case by its number', async () => {
  await show('/overview')
  await expect.element(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.keyboard(number.toLowerCase())
  await page.getByRole('option', { name: new RegExp(`Case ${number}`) }).click()
  await expect.element(page.getByRole('heading', { name: 'Paid twice on one evening' })).toBeVisible()
})
