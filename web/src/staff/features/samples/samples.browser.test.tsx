// A sample that anybody can draw again: as many as were asked for, or none.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { bodiesOf, prepareConsole, show } from '../../testing/console.tsx'

prepareConsole()

const drawn = () => bodiesOf('samples/draw')

test('how many are drawn is read as it is typed, or nothing is drawn', async () => {
  await show('/samples')
  const many = page.getByLabelText('How many (1–200)')
  const draw = page.getByRole('button', { name: 'Draw a sample' })
  await page.getByLabelText('Seed').fill('Q4')
  for (const typed of ['4O', '', '0', '201', '3.5']) {
    await many.fill(typed)
    await expect.element(draw).toBeDisabled()
    await expect.element(page.getByText('A whole number from 1 to 200.')).toBeVisible()
  }
  await many.fill(' 40')
  await draw.click()
  await expect.poll(drawn).toMatchObject([{ seed: 'Q4', count: 40 }])
})

test('an address whose number cannot be read draws nothing and shows it', async () => {
  await show('/samples?seed=Q4&count=4O')
  await expect.element(page.getByLabelText('How many (1–200)')).toHaveValue('4O')
  await expect.element(page.getByText('A whole number from 1 to 200.')).toBeVisible()
  expect(drawn()).toEqual([])
})
