// A new player's whole way through the product, in each language, on the real server: the launch link, the terms,
// check-in, a first dive, a catch on the surface, a gift, exchange, VIP, a top-up from a wallet on the local chain,
// shop, tokens won and exchanged, an invited friend who plays, the reward for it, a red packet, a withdrawal that
// arrives. Nothing is asked of the server that the screens do not ask. The player's thumb is nervous: every tap is two,
// in one language at once and in the other as far apart as a thumb needs, when the next screen is there already; and
// both do what one does.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { goTo, openBrowser, openPhone, settled } from './browser.mjs'
import { base, callsOf, newId, until } from './player.mjs'
import { createPacket } from './staff.mjs'
import { textsOf } from './texts.mjs'

/** What a dive needs to make its diver a valid invite. */
const castsOfAFriend = 5
/** A first check-in pays for so many casts. */
const castsMax = 10
/** Tokens for 1 USDT (domain §3.7). */
const smallestExchange = 10_000

/** Half of the time between the two taps, as the browser is driven: down, so long, up, so long, and again. */
let halfGapMs = 0
const twice = (target) => target.dblclick({ delay: halfGapMs })

/** @type {[string, number][]} */
const thumbs = [
  ['en', 60],
  ['zh', 0],
]
for (const [locale, halfMs] of thumbs) {
  test(`from the launch link to a withdrawal, in ${locale}`, async () => {
    halfGapMs = halfMs
    const { scode: inviter } = await (await callsOf(newId()))('team/info')
    const browser = await openBrowser()
    try {
      const player = await enter(browser, locale, inviter)
      await checkIn(player)
      await dive(player, (line, casts) => line.length > 0 || casts === castsMax)
      await openPacket(player, await createPacket({ asset: 'usdt', total: 80, shares: 1 }), '80')
      await exchange(player)
      await activateVip(player)
      await topUp(player)
      await buyFirstPack(player)
      await winTokens(player)
      await exchangeTokens(player)
      await playAsFriend(browser, locale, await inviteCode(player))
      await receiveReward(player)
      await openPacketByLink(player, await createPacket({ asset: 'coin', total: 5000, shares: 1 }))
      await withdraw(player)
      assert.deepEqual(player.problems, [])
    } finally {
      await browser.close()
    }
  })
}

/** A phone of its own, signed in through the messenger's link with somebody's code. */
async function enter(browser, locale, inviter, tgId = newId()) {
  const { page, problems, context } = await openPhone(browser, { locale })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${base}/dev?tg_id=${tgId}&inviter=${inviter}`)
  await settled(page)
  await goTo(page, `/?locale=${locale}`)
  const t = textsOf(locale)
  const button = (key, values) => page.getByRole('button', { name: t(key, values), exact: true })
  const tab = (name) =>
    twice(
      page
        .getByRole('navigation', { name: t('common:tabs.label') })
        .getByRole('link', { name: t(`common:tabs.${name}`), exact: true }),
    )
  const shows = (text) => page.getByText(text, { exact: true }).first().waitFor()
  const assets = async () => (await (await callsOf(tgId))('fishing/player_info')).asset
  return { page, problems, t, button, tab, shows, assets, tgId, locale }
}

async function checkIn({ page, t, tab, button, assets }) {
  await tab('earn')
  await twice(page.getByRole('link', { name: new RegExp(`^${t('home:card.signin.title')}`) }))
  await twice(button('home:signin.do'))
  await button('home:signin.done').waitFor()
  assert.equal((await assets()).coin, 100)
}

/** The first dive until `enough`; the terms stand before it. Gift coins bring bonus tokens. */
async function dive(player, enough) {
  const { page, t, tab, button } = player
  await tab('fish')
  await twice(button('fishing:dive'))
  await page.getByLabel(t('terms:age')).check()
  await twice(button('terms:accept'))
  const { payout } = await fish(player, enough)
  assert.equal((await player.assets()).gusd_bonus, payout)
}

/** Casts until `enough` and surfaces; what the sheet says is what the server paid. */
async function fish({ page, t, button }, enough) {
  const cast = page.getByRole('button', { name: new RegExp(`^${t('fishing:cast')}`) })
  for (let casts = 1, line = []; !enough(line, casts - 1); casts++) {
    const [answer] = await Promise.all([answerOf(page, 'fishing/cast'), twice(cast)])
    line = answer.dive.line
  }
  const [{ result }] = await Promise.all([
    answerOf(page, 'fishing/surface'),
    twice(page.getByRole('button', { name: new RegExp(`^${t('fishing:surface')}`) }).last()),
  ])
  const sheet = page.getByRole('dialog')
  await sheet.getByText(t('dives:result.payout'), { exact: true }).waitFor()
  await sheet
    .getByText(Number(result.payout).toLocaleString('en', { minimumFractionDigits: 2 }), { exact: true })
    .first()
    .waitFor()
  await twice(button('dives:result.done'))
  await sheet.waitFor({ state: 'hidden' })
  return result
}

/** Bought coins bring tokens that can be exchanged: dives go on until there is enough for the smallest exchange. */
async function winTokens(player) {
  const { page, tab, button, assets } = player
  await twice(page.getByRole('button', { name: /^500,000/ }))
  await twice(button('shop:buy', { price: '50.00' }))
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await tab('fish')
  await twice(button('fishing:choice', { stake: '10', level: 1 }))
  await twice(button('fishing:stakeOption', { stake: '5,000' }))
  await twice(button('dives:result.done'))
  while (Number((await assets()).gusd) < smallestExchange) {
    await twice(button('fishing:dive'))
    await fish(player, (line) => line.reduce((sum, { value }) => sum + Number(value), 0) >= smallestExchange)
  }
}

async function exchangeTokens({ page, t, tab, button, shows, assets }) {
  const before = await assets()
  await tab('earn')
  await twice(page.getByRole('link', { name: new RegExp(`^${t('home:card.exchange.title')}`) }))
  await page.getByLabel(t('exchange:give')).fill(String(smallestExchange))
  await twice(button('exchange:do'))
  await twice(button('exchange:confirm.do'))
  await shows(
    t('exchange:done', {
      paid: '10,000.00',
      from: t('exchange:asset.gusd'),
      got: '1.00',
      to: t('exchange:asset.usdt'),
    }),
  )
  assert.equal((await assets()).usdt, `${Number.parseInt(before.usdt, 10) + 1}.000000`)
}

/** The gift's code is typed where codes are entered; its giver named it in both languages. */
async function openPacket({ page, t, tab, button, shows, assets, locale }, code, usdt) {
  await tab('earn')
  await page.getByLabel(t('red:code')).fill(code.toLowerCase())
  await twice(button('red:redeem'))
  await shows(locale === 'zh' ? '丰收红包' : 'Harvest')
  await twice(button('red:open'))
  await shows(t('red:received'))
  assert.equal((await assets()).usdt, `${usdt}.000000`)
}

async function exchange({ page, t, tab, button, shows, assets }) {
  await tab('earn')
  await twice(page.getByRole('link', { name: new RegExp(`^${t('home:card.exchange.title')}`) }))
  await twice(button('exchange:usdt_coupon.short'))
  await page.getByLabel(t('exchange:give')).fill('60')
  await twice(button('exchange:do'))
  await twice(button('exchange:confirm.do'))
  await shows(
    t('exchange:done', {
      paid: '60.00',
      from: t('exchange:asset.usdt'),
      got: '60.00',
      to: t('exchange:asset.coupon'),
    }),
  )
  assert.equal((await assets()).coupon, '60.000000')
}

async function activateVip({ page, t, tab, button, assets }) {
  await tab('shop')
  await twice(page.getByRole('link', { name: t('pay:nav.vip'), exact: true }))
  await twice(button('vip:activate', { price: '5.00' }))
  await twice(button('vip:buy.confirm'))
  await twice(button('vip:claim.do'))
  await button('vip:claim.claimed').waitFor()
  assert.equal((await assets()).coin_paid, 1000)
}

/** Pays on the local chain from the demo wallet; the coupons come when the chain has said so. */
async function topUp({ page, t, button, shows, assets }) {
  await twice(
    page
      .getByRole('navigation', { name: t('pay:nav.label') })
      .getByRole('link', { name: t('pay:nav.coupon'), exact: true }),
  )
  await button('coupon:topUp.do', { amount: '5.00' }).waitFor()
  await twice(
    page
      .getByRole('group', { name: t('coupon:topUp.amounts') })
      .getByRole('button', { name: '10', exact: true }),
  )
  await twice(button('coupon:topUp.do', { amount: '10.00' }))
  await twice(button('coupon:connect.do'))
  await twice(page.getByRole('button', { name: 'Demo wallet' }))
  const wallet = page.getByRole('dialog', { name: t('coupon:demo.title'), exact: true })
  await twice(wallet.getByRole('button', { name: t('coupon:demo.connect'), exact: true }))
  await twice(button('coupon:connect.pay', { amount: '10.00' }))
  await twice(wallet.getByRole('button', { name: t('coupon:demo.confirm'), exact: true }))
  await shows(t('coupon:order.success', { amount: '10.00' }))
  await twice(button('coupon:order.done'))
  assert.equal((await assets()).coupon, '65.000000')
}

async function buyFirstPack({ page, t, button, assets }) {
  await twice(
    page
      .getByRole('navigation', { name: t('pay:nav.label') })
      .getByRole('link', { name: t('pay:nav.shop'), exact: true }),
  )
  await twice(page.getByRole('button', { name: new RegExp(`^${t('shop:first')}`) }))
  await twice(button('shop:buy', { price: '0.99' }))
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  const { coin_paid: coins, coupon } = await assets()
  assert.deepEqual([coins, coupon], [10_900, '64.010000'])
}

/** Sharing falls back to the clipboard in a plain browser: the friend gets what lies there. */
async function inviteCode({ page, tab, button, shows, t }) {
  await tab('invite')
  await twice(button('invite:share.do'))
  await shows(t('common:copied'))
  const link = await page.evaluate(() => navigator.clipboard.readText())
  return new URL(link).searchParams.get('startapp')?.replace(/^r_/, '')
}

async function playAsFriend(browser, locale, code) {
  const friend = await enter(browser, locale, code)
  await checkIn(friend)
  await dive(friend, (_line, casts) => casts === castsOfAFriend)
  assert.deepEqual(friend.problems, [])
}

/** The record comes about behind the screen; whoever looks again finds it. */
async function receiveReward({ page, t, button, assets, tgId }) {
  const before = (await assets()).diamond
  const call = await callsOf(tgId)
  await until(async () => (await call('team/records', { last_id: '', size: 20 })).list.length > 0)
  await page.reload()
  await settled(page)
  await twice(button('invite:record.receive'))
  await page.getByText(t('invite:record.state.received'), { exact: true }).waitFor()
  assert.equal((await assets()).diamond, before + 2)
}

async function openPacketByLink({ page, button, shows, t, tab, assets }, code) {
  const before = (await assets()).coin
  await goTo(page, `/red/${code}`)
  await twice(button('red:open'))
  await shows(t('red:received'))
  assert.equal((await assets()).coin, before + 5000)
  await goTo(page, `/red/${code}`)
  await shows(t('red:received'))
  await tab('fish')
}

/**
 * A new address rests first: the form says until when and keeps what was typed. Then the money goes out on the local
 * chain, and the screen follows it to its end.
 */
async function withdraw({ page, t, tab, button, shows, tgId, assets }) {
  const wallet = async () => (await callsOf(tgId))('/dev/wallet/info')
  const [before, { address, usdt }] = [await assets(), await wallet()]
  await tab('wallet')
  await twice(page.getByRole('link', { name: new RegExp(t('withdraw:title')) }))
  await twice(button('withdraw:address.set'))
  await page.getByLabel(t('withdraw:address.field', { network: 'TON' })).fill(address)
  await twice(button('withdraw:address.save'))
  await page
    .getByText(t('withdraw:address.wait', { time: '' }).trim())
    .first()
    .waitFor()
  await twice(button('withdraw:do'))
  const amount = page.getByLabel(t('withdraw:form.amount'))
  await amount.fill('15')
  await page.reload()
  await settled(page)
  assert.equal(await amount.inputValue(), '15')
  await twice(button('withdraw:form.next'))
  await twice(button('withdraw:confirm.do'))
  await page.waitForFunction(() => location.hash.startsWith('#/withdraw/detail/'))
  await shows(t('withdraw:detail.paid'))
  await button('withdraw:detail.copyTx').waitFor()
  const after = await assets()
  assert.equal(Number(after.usdt), Number(before.usdt) - 15)
  assert.equal(after.usdt_hold, '0.000000')
  // The fee of Bronze: 1.5 %, and half a dollar at least.
  assert.equal(Number((await wallet()).usdt), Number(usdt) + 14.5)
  await goTo(page, '/withdraw/detail/none')
  await twice(page.getByRole('link', { name: t('withdraw:detail.all') }))
  await page
    .getByRole('region', { name: t('withdraw:orders.title') })
    .getByText(t('withdraw:label.Completed'), { exact: true })
    .waitFor()
}

/** The data of a call's next answer. */
async function answerOf(page, path) {
  const response = await page.waitForResponse((each) => each.url().endsWith(`/api/v1/${path}`))
  return (await response.json()).data
}
