// The shell of domain §10.2 to §10.4: the way in, routes, languages, the kept screen, the session.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calm, goTo, openBrowser, openPhone, settled } from './browser.mjs'
import { base, newId, withPlayer } from './player.mjs'

// The parts side by side are no screen of the product.
globalThis.__DEV_MESSENGER__ = false
const { folders } = await import('../src/app/screens.ts')

const heading = (page) => page.getByRole('heading', { level: 1 })

test('the launch data leave the address, and a reload keeps player and route', async () => {
  await withPlayer(
    async ({ page }) => {
      assert.equal(new URL(page.url()).hash, '#/home/index')
      const greeting = await heading(page).textContent()
      await page.reload()
      await settled(page)
      assert.equal(await heading(page).textContent(), greeting)
      assert.equal(new URL(page.url()).hash, '#/home/index')
    },
    { route: '/home/index' },
  )
})

test('without launch data the page reloads five times, then says where to open it, and the demo player can enter', async () => {
  const browser = await openBrowser()
  try {
    const { page } = await openPhone(browser)
    let loads = 0
    page.on('load', () => loads++)
    await page.goto(`${base}/`)
    await page.getByRole('heading', { name: 'Open in the messenger' }).waitFor()
    assert.equal(loads, 6)
    await page.getByRole('button', { name: 'Play as the demo player' }).click()
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor()
  } finally {
    await browser.close()
  }
})

test('folders lead to their first screen, unknown paths to the main screen', async () => {
  await withPlayer(async ({ page }) => {
    for (const [asked, found] of [...Object.entries(folders), ['/no/such/place', '/']]) {
      await goTo(page, asked)
      await page.waitForFunction((hash) => location.hash === hash, `#${found}`)
    }
  })
})

test('the query chooses the language, locale before language; it is saved; what is not configured is English', async () => {
  await withPlayer(async ({ page }) => {
    const saved = () => page.evaluate(() => localStorage.getItem('locale'))
    await goTo(page, '/home/signin?locale=zh&language=en')
    await page.getByRole('heading', { name: '每日签到' }).waitFor()
    assert.equal(await saved(), 'zh')
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'zh')
    await page.reload()
    await page.getByRole('heading', { name: '每日签到' }).waitFor()
    await goTo(page, '/home/receive')
    await page.getByRole('heading', { name: '领取金币' }).waitFor()
    await goTo(page, '/home/signin?language=fr')
    await page.getByRole('heading', { name: 'Check-in' }).waitFor()
    assert.equal(await saved(), 'en')
  })
})

test('the picker changes the language of the whole product', async () => {
  await withPlayer(
    async ({ page }) => {
      await page.getByLabel('Language').selectOption('zh')
      await page.getByRole('navigation', { name: '主菜单' }).waitFor()
      await page.getByRole('link', { name: '钱包' }).click()
      await page.getByRole('heading', { name: '钱包', level: 1 }).waitFor()
    },
    { route: '/home/index' },
  )
})

test('what the server names follows the language too', async () => {
  await withPlayer(
    async ({ page }) => {
      for (const [route, latin, han] of [
        ['/home/index?tasks=open', 'Read the rules', '阅读规则'],
        ['/pay/shop', '10,000 coins', '10,000 金币'],
        ['/pay/vip', 'Bronze', '青铜'],
      ])
        for (const [locale, text] of [
          ['en', latin],
          ['zh', han],
        ]) {
          await goTo(page, `${route}${route.includes('?') ? '&' : '?'}locale=${locale}`)
          await page.getByText(text).first().waitFor()
        }
    },
    { route: '/home/index' },
  )
})

test('a section that opens at the lower edge comes into view', async () => {
  await withPlayer(
    async ({ page }) => {
      for (const name of ['fairness', 'terms']) {
        const head = page.locator(`#${name} summary`)
        await head.evaluate((element) => element.scrollIntoView({ block: 'end' }))
        await head.click()
        await page.waitForFunction((id) => {
          const [top, body] = [...document.querySelectorAll(`#${id} > *`)].map((part) =>
            part.getBoundingClientRect(),
          )
          // The first lines of it stand above the middle of the screen.
          return body !== undefined && top.top >= 0 && body.top < innerHeight / 2
        }, name)
      }
    },
    { route: '/info' },
  )
})

test('the main screen is kept when it is left', async () => {
  await withPlayer(async ({ page }) => {
    await page.locator('canvas').first().waitFor({ state: 'attached' })
    await page.evaluate(() => {
      document.querySelector('canvas')?.setAttribute('data-mark', 'kept')
    })
    await page.getByRole('link', { name: 'Earn' }).click()
    await page.getByRole('heading', { name: /Hello/ }).waitFor()
    await page.getByRole('link', { name: 'Fish', exact: true }).click()
    await page.locator('canvas[data-mark=kept]').waitFor()
  })
})

test('a screen entered directly goes back to its parent', async () => {
  await withPlayer(
    async ({ page }) => {
      await page.reload()
      await settled(page)
      await page.getByRole('button', { name: 'Back' }).click()
      await page.waitForFunction(() => location.hash === '#/home/index' || location.hash === '#/')
    },
    { route: '/home/receive' },
  )
})

test('Back closes an open sheet before it leaves the screen, whether entered by address or not', async () => {
  await withPlayer(async ({ page }) => {
    const sheet = page.getByRole('dialog', { name: 'Dives' })
    await page.getByRole('button', { name: 'Dives' }).click()
    await sheet.waitFor()
    await page.goBack()
    await sheet.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Dives' }).waitFor()
    await page.getByRole('link', { name: 'Earn' }).click()
    await page.getByRole('link', { name: /^Tasks/ }).click()
    const tasks = page.getByRole('dialog', { name: 'Tasks' })
    await tasks.getByRole('button', { name: 'Close' }).click()
    await tasks.waitFor({ state: 'hidden' })
    await page.goBack()
    await page.waitForFunction(() => !document.querySelector('dialog[open]'))
  })
})

test('a double tap meets only what it was meant for', async () => {
  await withPlayer(async ({ page }) => {
    const sheet = page.getByRole('dialog', { name: 'Dives' })
    await page.getByRole('button', { name: 'Dives' }).dblclick()
    await sheet.waitFor()
    const close = sheet.getByRole('button', { name: 'Close' })
    await close.dblclick()
    await sheet.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Dives' }).waitFor()
  })
})

test('a double tap on Back leaves by one screen', async () => {
  await withPlayer(async ({ page }) => {
    for (const route of ['/home/index', '/collection', '/collection/rank']) await goTo(page, route)
    await page.getByRole('button', { name: 'Back' }).dblclick()
    await page.waitForFunction(() => location.hash !== '#/collection/rank')
    await calm(page)
    await settled(page)
    assert.equal(new URL(page.url()).hash, '#/collection')
  })
})

test('offline, the banner says so and a failed screen recovers by itself', async () => {
  await withPlayer(async ({ page, context }) => {
    await goTo(page, '/info')
    await context.setOffline(true)
    await page.getByText('You are offline').first().waitFor()
    await context.setOffline(false)
    await page.getByText('You are offline').first().waitFor({ state: 'detached' })
  })
})

test('offline, a screen that was never loaded waits and opens when the connection is back', async () => {
  await withPlayer(
    async ({ page, context }) => {
      await context.setOffline(true)
      await page.getByRole('link', { name: 'Invite' }).click()
      await page.getByRole('heading', { name: 'Waiting for the connection' }).waitFor()
      assert.equal(await page.getByText('This screen stopped working').count(), 0)
      await context.setOffline(false)
      await page.getByRole('heading', { name: 'Invite', level: 1 }).waitFor()
    },
    {
      // A call of the start may still be under way.
      allowed: [
        'A screen failed',
        'Failed to fetch dynamically imported module',
        'Failed to load',
        'No answer from',
      ],
    },
  )
})

test('a token error is answered by one silent login; two end the session with Reload', async () => {
  await withPlayer(async ({ page }) => {
    let refusals = 1
    const logins = []
    // A hint of the live stream would read the history again, and each reading may log in once.
    await page.route('**/api/v1/live/events', (route) => route.fulfill({ body: '' }))
    page.on('request', (request) => {
      if (request.url().endsWith('/login/telegram')) logins.push(request.url())
    })
    await page.route('**/api/v1/signin/info', async (route) => {
      if (refusals-- > 0)
        await route.fulfill({
          json: {
            error: -1000,
            message: 'Session expired, please reopen',
            data: null,
            server_ts: Date.now(),
          },
        })
      else await route.continue()
    })
    await goTo(page, '/home/signin')
    await page.getByRole('button', { name: 'Check In' }).waitFor()
    assert.equal(logins.length, 1)

    await page.route('**/api/v1/wallet/history', (route) =>
      route.fulfill({ json: { error: -1000, message: '', data: null, server_ts: Date.now() } }),
    )
    page.once('dialog', (dialog) => void dialog.dismiss())
    await goTo(page, '/wallet/history').catch(() => undefined)
    await page.getByRole('heading', { name: 'Session expired' }).waitFor()
    assert.equal(logins.length, 2)
    await page.unroute('**/api/v1/wallet/history')
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('heading', { name: 'Wallet' }).waitFor()
  })
})

test('two players on one phone: the second sign-in wins', async () => {
  const [first, second] = [newId(), newId()]
  await withPlayer(
    async ({ page }) => {
      await page.goto(`${base}/dev?tg_id=${second}`)
      await settled(page)
      await goTo(page, '/home/index')
      await page.getByRole('heading', { name: `Hello, Player ${second}` }).waitFor()
    },
    { tgId: first },
  )
})
