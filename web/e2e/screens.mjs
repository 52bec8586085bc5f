// Every screen and its notable states, by route. Pictures and the accessibility check walk this list.

/**
 * `act` brings the screen into the state and fails when it cannot, so that no state is passed over unseen; `leave`
 * takes it back. `fixtureOnly`: a state that a new player of a real server does not reach, such as one that needs
 * tokens.
 */
export const screens = [
  { name: 'index', route: '/' },
  {
    name: 'index-choice',
    route: '/',
    act: (page) => openSheet(page, 'section[aria-label] button[aria-haspopup=dialog]'),
    leave: (page) => page.keyboard.press('Escape'),
  },
  { name: 'collection', route: '/collection' },
  {
    name: 'collection-species',
    route: '/collection',
    act: (page) => openSheet(page, 'main ul li > button'),
    fixtureOnly: true,
    leave: (page) => page.keyboard.press('Escape'),
  },
  { name: 'collection-rank', route: '/collection/rank' },
  { name: 'home', route: '/home/index' },
  { name: 'signin', route: '/home/signin' },
  { name: 'receive', route: '/home/receive' },
  { name: 'info', route: '/info' },
  { name: 'info-odds', route: '/info?section=odds' },
  { name: 'info-danger', route: '/info?section=danger' },
  { name: 'info-fairness', route: '/info?section=fairness' },
  { name: 'info-verdict', route: '/info?section=fairness', act: verifyRecent },
  { name: 'profile', route: '/profile' },
  { name: 'profile-support', route: '/profile?section=support' },
  { name: 'profile-messages', route: '/profile?section=messages' },
  { name: 'profile-limits', route: '/profile?section=limits' },
  { name: 'profile-sessions', route: '/profile?section=sessions' },
  // From another page: a section that closes above this one moves it, which is no jump of its own.
  { name: 'info-liabilities', route: '/info?section=liabilities' },
  { name: 'history', route: '/wallet/history' },
  { name: 'tasks', route: '/home/index?tasks=open', leave: (page) => page.keyboard.press('Escape') },
  { name: 'invite', route: '/invite/index' },
  { name: 'invite-rank', route: '/invite/rank' },
  { name: 'withdraw', route: '/withdraw/index' },
  {
    name: 'withdraw-address',
    route: '/withdraw/index',
    act: openAddress,
    leave: (page) => page.keyboard.press('Escape'),
  },
  { name: 'withdraw-do', route: '/withdraw/do/ton' },
  { name: 'withdraw-detail', route: '/withdraw/detail/0193f0c2-7a11-7bbb-8ccc-000000000002' },
  { name: 'withdraw-failed', route: '/withdraw/detail/0193f0c2-7a11-7bbb-8ccc-000000000001' },
  { name: 'withdraw-rank', route: '/withdraw/rank' },
  { name: 'kyc', route: '/kyc' },
  { name: 'red', route: '/red/HARVEST001' },
  { name: 'red-wrong', route: '/red/0000000000' },
  { name: 'exchange', route: '/home/exchange' },
  {
    name: 'exchange-ask',
    route: '/home/exchange',
    act: askExchange,
    fixtureOnly: true,
    leave: (page) => page.keyboard.press('Escape'),
  },
  { name: 'vip', route: '/pay/vip' },
  {
    name: 'vip-buy',
    route: '/pay/vip',
    act: (page) => openSheet(page, 'ul + section ~ button'),
    leave: (page) => page.keyboard.press('Escape'),
  },
  { name: 'shop', route: '/pay/shop' },
  {
    name: 'shop-buy',
    route: '/pay/shop',
    act: (page) => openSheet(page, 'main ul li > button:enabled'),
    leave: (page) => page.keyboard.press('Escape'),
  },
  { name: 'coupon', route: '/pay/coupon' },
  {
    name: 'coupon-order',
    route: '/pay/coupon',
    act: openOrder,
    leave: (page) => page.keyboard.press('Escape'),
  },
  {
    name: 'coupon-wallets',
    route: '/pay/coupon',
    act: openWallets,
    leave: (page) => page.keyboard.press('Escape'),
  },
  { name: 'record', route: '/pay/record' },
  {
    name: 'record-orders',
    route: '/pay/record',
    act: (page) => page.locator('main [role=group] button:visible').nth(1).click(),
  },
  {
    name: 'limits-edit',
    route: '/profile?section=limits',
    act: (page) => openSheet(page, '#limits li > button'),
    leave: (page) => page.keyboard.press('Escape'),
  },
  {
    name: 'limits-break',
    route: '/profile?section=limits',
    act: (page) => openSheet(page, '#limits section > button'),
    leave: (page) => page.keyboard.press('Escape'),
  },
  { name: 'profile-delete', route: '/profile?section=delete' },
  {
    name: 'history-why',
    route: '/wallet/history',
    act: openWhy,
    leave: (page) => page.keyboard.press('Escape'),
  },
]

/** A control that is not there within this time is missing. */
const soon = { timeout: 10_000 }

/** Verifies the first of the recent dives. */
async function verifyRecent(page) {
  await page.locator('#fairness fieldset button').first().click(soon)
  await page.locator('#fairness form button[type=submit]').last().click(soon)
  await page.locator('#fairness table, #fairness [aria-live] p').first().scrollIntoViewIfNeeded()
}

/** The question for the terms, which a player who accepted them never sees again: it stands before an order can. */
export const termsScreen = {
  name: 'terms',
  route: '/pay/coupon',
  act: askOrder,
  leave: (page) => page.keyboard.press('Escape'),
}

async function askOrder(page) {
  await page.locator('main section > button:visible').first().click()
  await page.locator('dialog[open] input[type=checkbox]').waitFor()
}

/** The order under way. Whoever walks the screens has one: a missing order is a screen that nobody looked at. */
async function openOrder(page) {
  await page.locator('main section[aria-label] > button:visible').first().click()
  await page.locator('dialog[open]').waitFor()
}

/** The wallets that the order can be paid from. */
async function openWallets(page) {
  await openOrder(page)
  await page.locator('dialog[open] button:not([aria-label]):has(svg)').first().click()
  await page.locator('#choose-wallet').waitFor()
  // In the place of the button, where the player looks.
  await page.waitForFunction(() => {
    const sheet = document.querySelector('dialog[open]')?.getBoundingClientRect()
    const choice = document.querySelector('#choose-wallet')?.getBoundingClientRect()
    return sheet && choice && choice.top > sheet.top && choice.bottom < sheet.bottom
  })
}

/** Opens the sheet behind the first such button. */
async function openSheet(page, selector) {
  await page
    .locator(`main ${selector.replace(/^main /, '')}:visible`)
    .first()
    .click(soon)
  await page.locator('dialog[open]').waitFor()
}

/** Enters all the USDT there is and asks for the exchange into coupons, the second pair. */
async function askExchange(page) {
  await page.locator('main [role=group] button:visible').nth(1).click(soon)
  const card = page.locator('main section:has(input)').first()
  await card.locator('button').first().click(soon)
  await card.locator(':scope > button').first().click(soon)
  await page.locator('dialog[open]').waitFor()
}

async function openWhy(page) {
  // A dive's line opens its casts.
  await page.locator('main section li button:not([aria-expanded])').first().click(soon)
  await page.locator('dialog[open]').waitFor()
}

async function openAddress(page) {
  await page.locator('main section button').filter({ visible: true }).first().click(soon)
  await page.locator('dialog[open]').waitFor()
}
