// Every screen and its notable states, by route. Pictures and the accessibility check walk this list.

/** `act` brings the screen into the state, `leave` takes it back. */
export const screens = [
  { name: 'index', route: '/' },
  { name: 'home', route: '/home/index' },
  { name: 'signin', route: '/home/signin' },
  { name: 'receive', route: '/home/receive' },
  { name: 'info', route: '/info' },
  { name: 'info-odds', route: '/info?section=odds' },
  { name: 'info-danger', route: '/info?section=danger' },
  { name: 'info-fairness', route: '/info?section=fairness' },
  { name: 'info-verdict', route: '/info?section=fairness', act: verifyRecent },
  { name: 'info-limits', route: '/info?section=limits' },
  { name: 'history', route: '/wallet/history' },
  { name: 'history-why', route: '/wallet/history', act: openWhy, leave: (page) => page.keyboard.press('Escape') },
]

/** Verifies the first of the recent dives, when the player has one. */
async function verifyRecent(page) {
  const recent = page.locator('#fairness fieldset button').first()
  if (!(await recent.isVisible().catch(() => false))) return
  await recent.click()
  await page.locator('#fairness form button[type=submit]').last().click()
  await page.locator('#fairness table, #fairness [aria-live] p').first().scrollIntoViewIfNeeded()
}

async function openWhy(page) {
  const line = page.locator('main section li button').first()
  if (!(await line.isVisible().catch(() => false))) return
  await line.click()
  await page.locator('dialog[open]').waitFor()
}
