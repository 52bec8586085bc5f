// Unmatched payments: given to an order by two people.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, bodiesOf, prepareConsole, show } from '../../testing/console.tsx'
import { at, player, world } from '../../testing/world.ts'

prepareConsole()

test('a payment of nobody is given to an order by two people', async () => {
  await show('/desks/topups?open=9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08')
  await page.getByLabelText('Order number').fill('T7K2Q9XMWA4B')
  await page.getByRole('button', { name: 'Propose to assign' }).click()
  await page.getByRole('dialog').getByLabelText('Reason').fill('The player showed the transaction')
  await page.getByRole('dialog').getByRole('button', { name: 'Propose to assign' }).click()
  await expect.element(page.getByText('Proposed; it waits for a second person')).toBeVisible()
  expect(bodiesOf('topups/propose_assign')).toMatchObject([{ order_no: 'T7K2Q9XMWA4B' }])
})

test('a payment of nobody is sent back by two people, who read where to', async () => {
  await show('/desks/topups?open=9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08')
  await page.getByRole('button', { name: 'Send back' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog).toMatchTextContent(/An exchange pays from an address of its own/)
  await dialog.getByLabelText('Reason').fill('The sender asked for it')
  await dialog.getByRole('button', { name: 'Propose to send back' }).click()
  await expect.element(page.getByText('Proposed; it waits for a second person')).toBeVisible()
  expect(bodiesOf('topups/propose_return')).toMatchObject([
    { tx: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' },
  ])
})

test('a payment without an order is given to a player', async () => {
  await show('/desks/topups?open=9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08')
  await page.getByRole('button', { name: 'A player' }).click()
  const button = page.getByRole('button', { name: 'Propose to assign' })
  await page.getByLabelText('Player id').fill('nobody')
  await expect.element(page.getByText('A player id has 36 characters.')).toBeVisible()
  await expect.element(button).toBeDisabled()
  await page.getByLabelText('Player id').fill(` ${player.toUpperCase()}`)
  await button.click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog).toMatchTextContent(/An order is opened for the player/)
  await dialog.getByLabelText('Reason').fill('The player showed the transaction')
  await dialog.getByRole('button', { name: 'Propose to assign' }).click()
  await expect.element(page.getByText('Proposed; it waits for a second person')).toBeVisible()
  const [body] = bodiesOf('topups/propose_assign')
  expect(body).toMatchObject({ player })
  expect(body).not.toHaveProperty('order_no')
})

test('a payment beyond the first page is reached, and the foot says how many there are in all', async () => {
  const [first] = (world['topups/unmatched'] as { list: { tx: string }[] }).list
  const list = (from: number, count: number) =>
    Array.from({ length: count }, (_, place) => ({ ...first, tx: `tx-${from + place}` }))
  answer({
    'topups/unmatched': ({ before = null }: { before?: string | null }) =>
      before === null
        ? { at, list: list(1, 100), next: 'second', total: 130 }
        : { at, list: list(101, 30), next: null, total: 130 },
  })
  await show('/desks/topups?open=tx-130')
  await expect.element(page.getByLabelText('Order number')).toBeVisible()
  await expect.element(page.getByText('130 of 130')).toBeVisible()
  expect(bodiesOf('topups/unmatched')).toMatchObject([{}, { before: 'second' }])
})
