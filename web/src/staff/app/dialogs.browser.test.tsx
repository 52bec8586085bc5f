// Every dialog that a button or a row of a screen opens, in Chinese: axe finds no fault, no English is left, and it
// fits the window. What opens one is found by pressing whatever a screen has.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectClean, prepareConsole, show } from '../testing/console.tsx'
import { englishIn } from '../testing/foreign.ts'
import { everything } from '../testing/opened.ts'
import { en } from '../texts/en/index.ts'
import { setTexts } from '../texts/index.ts'
import { zh } from '../texts/zh/index.ts'

prepareConsole()
afterEach(() => setTexts(en))

/** What a dialog says: its words, and what it explains. */
const words = 'h2, h3, th, dt, label:not(:has(select)), legend, option, button, dialog p'

/** Of lists, tables and things alike the first row stands for the others. */
const isFirst = (part: Element) => {
  const row = part.closest('tr, [role=row]')
  return (
    row === null || row.matches('tbody tr:first-child, [role=rowgroup]:nth-child(2) > [role=row]:first-child')
  )
}

/** What can be pressed on the screen, in its order. */
const pressed = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('main button:enabled, main [role=row][data-opens]')].filter(
    isFirst,
  )

const opened = new Set<string>()

test.each(everything.map(([address], index) => [address, index % 2 === 0 ? 'light' : 'dark'] as const))(
  'dialogs of %s, %s',
  async (address, theme) => {
    await page.viewport(1280, 720)
    document.documentElement.dataset['theme'] = theme
    setTexts(zh)
    await show(address)
    let index = 0
    for (; index < pressed().length; index += 1) {
      pressed()[index]?.click()
      await new Promise((done) => setTimeout(done, 30))
      const dialog = document.querySelector('dialog[open]')
      const title = dialog?.querySelector('h2')?.textContent
      if (dialog && title !== undefined && !opened.has(title)) {
        opened.add(title)
        await expect.poll(() => dialog.querySelector('[data-loading]')).toBeNull()
        expect(englishIn(dialog, words), title).toEqual([])
        await expectClean(dialog)
      }
      if (dialog) await userEvent.keyboard('{Escape}')
      if (dialog && document.querySelector('dialog[open]') === null) continue
      await show(address)
    }
  },
)

/** What the shell opens by a key. */
const keys = [
  ['?', zh.keys.title],
  ['t', zh.past.title],
  ['{Control>}k{/Control}', zh.palette.title],
] as const

test.each(keys)('the dialog of %s', async (key, title) => {
  setTexts(zh)
  await show('/trial')
  await userEvent.keyboard(key)
  const dialog = page.getByRole('dialog', { name: title })
  await expect.element(dialog).toBeVisible()
  expect(englishIn(dialog.element(), words)).toEqual([])
  await expectClean(dialog.element())
})

test('a view is kept in a dialog', async () => {
  setTexts(zh)
  await show('/trial')
  await page.getByRole('button', { name: zh.top.save }).click()
  const dialog = page.getByRole('dialog', { name: zh.save.title })
  expect(englishIn(dialog.element(), words)).toEqual([])
  await expectClean(dialog.element())
})

test('dialogs are found', () => {
  expect(opened.size).toBeGreaterThan(60)
})
