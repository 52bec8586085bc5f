// Saved views: of oneself and of colleagues, kept by the server; what this device had is taken over once.
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answer, bodiesOf, expectClean, prepareConsole, show } from '../testing/console.tsx'

prepareConsole()

const saved = () => page.getByRole('region', { name: 'Saved views' })

test('the menu shows the own views and those of colleagues by name', async () => {
  const { router, container } = await show('/trial')
  const mine = saved().getByRole('list', { name: 'Mine' })
  await expect.element(mine.getByRole('link', { name: 'Waiting for review' })).toBeVisible()
  const ofEve = saved().getByRole('list', { name: 'Shared by eve' })
  await ofEve.getByRole('link', { name: 'Large unmatched payments' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/desks/topups')
  await expectClean(container)
})

test('a view is saved for oneself, or for all', async () => {
  await show('/entries?account=usdt')
  await page.getByRole('button', { name: 'Save this view' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('Name').fill('USDT, all of it')
  await dialog.getByLabelText(/Share with colleagues/).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => bodiesOf('bookmarks/save'))
    .toMatchObject([{ title: 'USDT, all of it', path: '/entries?account=usdt', shared: true }])
  await expect.element(dialog).not.toBeInTheDocument()
})

test('what the server refuses is said, and the dialog stays', async () => {
  const finding = { code: 'bookmark_searches', values: {}, text: 'an address without a search' }
  answer({
    'bookmarks/save': { error: -1006, message: 'Invalid request', data: { field: 'x', finding } },
  })
  await show('/players?q=mara')
  await page.getByRole('button', { name: 'Save this view' }).click()
  await page.getByLabelText('Name').fill('Mara')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(page.getByText(/an address without a search/)).toBeVisible()
})

test('a view of the past is kept while the past is shown; a kept one is forgotten by the star', async () => {
  await show('/trial?at=47940')
  await page.getByRole('button', { name: 'Save this view' }).click()
  await page.getByLabelText('Name').fill('Then')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => bodiesOf('bookmarks/save')).toMatchObject([{ path: '/trial?at=47940' }])
})

test('the star of a kept view forgets it', async () => {
  await show('/desks/withdrawals?state=review')
  await page.getByRole('button', { name: 'Forget this view' }).click()
  await expect
    .poll(() => bodiesOf('bookmarks/forget'))
    .toMatchObject([{ bookmark: '0193f0c2-7a11-7bbb-8ccc-0000000000b2' }])
})

test('all of them stand in one place: share, forget, and of others for security alone', async () => {
  const { container } = await show('/trial', { roles: ['finance'] })
  await saved().getByRole('button', { name: 'All saved views' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByRole('heading', { name: 'Mine (2 of 50)' })).toBeVisible()
  await expectClean(container)
  const rows = dialog.getByRole('table', { name: 'Mine (2 of 50)' })
  await rows.getByRole('button', { name: 'Make private' }).click()
  await expect
    .poll(() => bodiesOf('bookmarks/save'))
    .toMatchObject([{ title: 'Waiting for review', shared: false }])
  const others = dialog.getByRole('table', { name: 'Shared by colleagues' })
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await others.getByRole('button', { name: 'Copy link' }).first().click()
  await expect.element(others.getByText('Copied')).toBeVisible()
  expect(copied.mock.calls[0]?.[0]).toMatch(/#\/registers\?register=manual$/)
  await expect.element(others.getByRole('link', { name: 'Large unmatched payments' })).toBeVisible()
  await expect.element(others.getByRole('button', { name: 'Forget' })).not.toBeInTheDocument()
})

test('security forgets what a colleague shares, with a reason', async () => {
  await show('/trial')
  await saved().getByRole('button', { name: 'All saved views' }).click()
  const others = page.getByRole('table', { name: 'Shared by colleagues' })
  await others.getByRole('button', { name: 'Forget' }).first().click()
  const ask = page.getByRole('dialog', { name: /of dmitri/ })
  await ask.getByLabelText('Reason').fill('The register is another now')
  await ask.getByRole('button', { name: 'Forget' }).click()
  await expect
    .poll(() => bodiesOf('bookmarks/forget'))
    .toMatchObject([{ reason: 'The register is another now' }])
})

test('what this device kept is taken over once, and what is refused stays with its reason', async () => {
  const before = [
    { name: 'good', to: '/trial' },
    { name: 'bad', to: '/players?q=mara' },
  ]
  localStorage.setItem('staff.views', JSON.stringify(before))
  const finding = { code: 'bookmark_searches', values: {}, text: 'an address without a search' }
  answer({
    'bookmarks/save': ({ path }: { path: string }) =>
      path === '/trial'
        ? { bookmark: 'x' }
        : { error: -1006, message: 'Invalid request', data: { field: 'x', finding } },
  })
  await show('/overview')
  await saved()
    .getByRole('button', { name: /^All saved views/ })
    .click()
  await page.getByRole('button', { name: 'Keep with my account' }).click()
  await expect.element(page.getByText(/bad: .*an address without a search/)).toBeVisible()
  expect(JSON.parse(localStorage.getItem('staff.views') ?? '[]')).toEqual([before[1]])
  await page.getByRole('button', { name: 'Forget these' }).click()
  expect(localStorage.getItem('staff.views')).toBeNull()
})
