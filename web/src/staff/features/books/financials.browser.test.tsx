// Balance sheet and income statement: both sides are equal, and a figure leads to its accounts in the trial balance.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, prepareConsole, show } from '../../testing/console.tsx'
import { world } from '../../testing/world.ts'

prepareConsole()

test('assets are what stands against them, beside the begin of the period', async () => {
  await show('/financials?from=41000')
  const sheet = page.getByRole('table', { name: 'Balance sheet USDT' })
  const text = async (name: string) => {
    const row = sheet.getByRole('row', { name: new RegExp(`^${name} `) })
    await expect.element(row).toBeVisible()
    return [...row.element().querySelectorAll('td')].slice(2).map((cell) => cell.textContent)
  }
  const [assets, claims] = [await text('Assets'), await text('Liabilities, equity and result')]
  expect(assets).toHaveLength(2)
  expect(assets[0]).toMatch(/^\d/)
  expect(claims).toEqual(assets)
})

test('a line leads to its accounts in the trial balance of the same period', async () => {
  const { router } = await show('/financials?from=41000')
  const income = page.getByRole('table', { name: 'Income statement USDT' })
  await income.getByRole('link', { name: 'Sales of coins and diamonds' }).click()
  await expect.poll(() => router.state.location.search).toBe('?account=h%3Ausdt_reserve&from=41000')
  const trial = page.getByRole('table', { name: 'Trial balance USDT' })
  await expect.element(trial.getByRole('link', { name: 'Prize reserve' })).toBeVisible()
  expect(trial.element().querySelectorAll('tbody tr')).toHaveLength(1)
})

test('statements that do not add up say so', async () => {
  answer({ 'books/financials': { ...(world['books/financials'] as object), holds: false } })
  await show('/financials')
  await expect.element(page.getByText('Assets are NOT liabilities, equity and result')).toBeVisible()
})
