// A start that goes wrong on the way: a file that does not come, a device that keeps nothing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { violations } from './axe.mjs'
import { goTo, openBrowser, openPhone, settled } from './browser.mjs'
import { base, newId } from './player.mjs'

/** Opens the product as a new player on a phone that was prepared, and fails on any problem of the page but these. */
async function onPhone(prepare, story, allowed = []) {
  const browser = await openBrowser()
  try {
    const { page, problems, context } = await openPhone(browser)
    await prepare(page)
    await page.goto(`${base}/dev?tg_id=${newId()}`, { waitUntil: 'commit' })
    await story({ page, context })
    assert.deepEqual(
      problems.filter((problem) => !allowed.some((text) => problem.includes(text))),
      [],
    )
  } finally {
    await browser.close()
  }
}

const lost = '**/assets/first-*.js'
/** Of the file that does not come. */
const lostWords = ['ERR_FAILED', 'A file did not come', 'The start failed']
const withoutCode = (page) => page.route(lost, (route) => route.abort())
const retry = (page) => page.getByRole('button', { name: 'Retry / 重试' })

test('a start without its code says so, and Retry starts it', async () => {
  const story = async ({ page }) => {
    await retry(page).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.unroute(lost)
    await retry(page).click()
    await settled(page)
    assert.equal(await retry(page).count(), 0)
  }
  await onPhone(withoutCode, story, lostWords)
})

test('the same start goes on by itself when the connection is back', async () => {
  const story = async ({ page, context }) => {
    await retry(page).waitFor()
    await context.setOffline(true)
    await page.unroute(lost)
    await context.setOffline(false)
    await settled(page)
  }
  await onPhone(withoutCode, story, lostWords)
})

test('a device that refuses to keep anything plays all the same', async () => {
  const refuse = (page) =>
    page.addInitScript(() => {
      for (const name of ['sessionStorage', 'localStorage'])
        Object.defineProperty(globalThis, name, {
          get() {
            throw new DOMException('The operation is insecure', 'SecurityError')
          },
        })
    })
  await onPhone(refuse, async ({ page }) => {
    await settled(page)
    await page.getByRole('navigation').waitFor()
    await goTo(page, '/home/signin')
    await page.getByRole('button', { name: 'Check In' }).click()
    await page.getByRole('button', { name: 'Checked In' }).waitFor()
  })
})
