// A screen of the books as it is on paper: what must be on every sheet, and that no line of the screen is missing there or
// stands under another one.
import assert from 'node:assert/strict'
import { compact, pagesOf } from './pdfText.mjs'

/** Lines of a table are further from one another than this, in points. */
const lineMin = 6

/** What the report that is open says: its headings and the rows of its tables, from the top to the bottom. */
function linesOf(page) {
  return page.locator('main').evaluate((main) => {
    const report = main.querySelector('[data-open] > :last-child') ?? main
    const tables = [...report.querySelectorAll('table')]
    return [...report.querySelectorAll('h2, tr')]
      .filter((line) => line.checkVisibility() && !line.querySelector('[data-short]'))
      .map((line) => ({
        text: line.innerText,
        table: tables.indexOf(line.closest('table')),
        isHead: line.closest('thead') !== null,
      }))
  })
}

/** What is pressed on the screen and is no word of the report: the navigation, buttons, the list beside it. */
function pressed(page) {
  return page.evaluate(() => {
    const read = [...document.querySelectorAll('main :is(h1, h2, p, tr)')].map((part) => part.innerText)
    const list = '[data-open] > :first-child [role=row]'
    return [...document.querySelectorAll(`nav a, [data-shell] header button, ${list}`)]
      .map((part) => part.innerText.trim())
      .filter((text) => text !== '' && !read.some((line) => line.includes(text)))
  })
}

/** Prints the screen; gives its sheets without their foots, which must name the screen and count the sheets. */
async function sheetsOf(page, name) {
  const pages = pagesOf(await page.pdf({ format: 'A4', printBackground: true }))
  return pages.map(({ text, downAt }, index) => {
    const foot = compact(`${index + 1} / ${pages.length}${name} · Ledger console`)
    assert.ok(
      text.startsWith(foot),
      `Sheet ${index + 1} begins with ${text.slice(0, 80)} in place of ${foot}`,
    )
    return { text: text.slice(foot.length), downAt: (at) => downAt(at + foot.length) }
  })
}

/** Where each line begins, every one after the line before it. */
function placesOf(sheets, lines) {
  let [sheet, from] = [0, 0]
  return lines.map((line) => {
    const text = compact(line.text)
    let at = sheets[sheet].text.indexOf(text, from)
    while (at === -1) {
      sheet += 1
      assert.ok(sheet < sheets.length, `Not on paper, or not in its place: ${line.text}`)
      at = sheets[sheet].text.indexOf(text)
    }
    from = at + text.length
    return { ...line, sheet, at, down: sheets[sheet].downAt(at) }
  })
}

/** Prints the report that is open under this name, checks the sheets and gives them. */
export async function printsWhole(page, name) {
  const [lines, controls] = [await linesOf(page), await pressed(page)]
  const note = (await page.locator('main pre').allInnerTexts()).join('')
  assert.ok(lines.length > 0 && controls.length > 20, 'The screen shows a report and the navigation')
  const sheets = await sheetsOf(page, name)
  const all = sheets.map(({ text }) => text).join('')
  assert.deepEqual(
    controls.filter((text) => all.includes(compact(text))),
    [],
    'Nothing is pressed on paper',
  )
  assert.match(all, /^LedgerconsoleDevelopmentdataPrintedby\S+?UTC/)
  assert.ok(all.includes(compact(note)), 'The signed report is on paper with its signature')
  for (const { text } of sheets) assert.notEqual(text, '', 'No sheet is empty')

  const places = placesOf(sheets, lines)
  for (const [index, { sheet, at, down, text, table, isHead }] of places.entries()) {
    const before = places[index - 1]
    if (before?.sheet === sheet) assert.ok(down - before.down > lineMin, `${text} stands over ${before.text}`)
    const head = places.find((line) => line.table === table && line.isHead)
    if (table === -1 || isHead || head === undefined) continue
    const heads = sheets[sheet].text.lastIndexOf(compact(head.text), at)
    assert.notEqual(heads, -1, `${text} is on a sheet without the head of its table`)
  }
  return sheets
}

/** How many sheets a screen needs that has no report open. */
export async function countSheets(page, name) {
  return (await sheetsOf(page, name)).length
}
