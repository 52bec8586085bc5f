// A new player's whole way through the product, in each language, on the real server: the launch link, the terms,
// check-in, a first dive, a catch on the surface, a gift, exchange, VIP, a top-up from a wallet on the local chain,
// shop, tokens won and exchanged, an invited friend who plays, the reward for it, a red packet, a withdrawal that
// arrives. Nothing is asked of the server that the screens do not ask. The player's thumb is nervous: every tap is two,
// and each does what one does.
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

for (const locale of ['en', 'zh']) {
  test(`from the launch link to a withdrawal, in ${locale}`, async () => {
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
    page
      .getByRole('navigation', { name: t('common:tabs.label') })
      .getByRole('link', { name: t(`common:tabs.${name}`), exact: true })
      .dblclick()
  const shows = (text) => page.getByText(text, { exact: true }).first().waitFor()
  const assets = async () => (await (await callsOf(tgId))('fishing/player_info')).asset
  return { page, problems, t, button, tab, shows, assets, tgId }
}

async function checkIn({ page, t, tab, button, assets }) {
  await tab('earn')
  await page.getByRole('link', { name: new RegExp(`^${t('home:card.signin.title')}`) }).dblclick()
  await button('home:signin.do').dblclick()
  await button('home:signin.done').waitFor()
  assert.equal((await assets()).coin, 100)
}

/** The first dive until `enough`; the terms stand before it. Gift coins bring bonus tokens. */
async function dive(player, enough) {
  const { page, t, tab, button } = player
  await tab('fish')
  await button('fishing:dive').dblclick()
  await page.getByLabel(t('terms:age')).check()
  await button('terms:accept').dblclick()
  const { payout } = await fish(player, enough)
  assert.equal((await player.assets()).gusd_bonus, payout)
}

/** Casts until `enough` and surfaces; what the sheet says is what the server paid. */
async function fish({ page, t, button }, enough) {
  const cast = page.getByRole('button', { name: new RegExp(`^${t('fishing:cast')}`) })
  for (let casts = 1, line = []; !enough(line, casts - 1); casts++) {
    const [answer] = await Promise.all([answerOf(page, 'fishing/cast'), cast.dblclick()])
    line = answer.dive.line
  }
  const [{ result }] = await Promise.all([
    answerOf(page, 'fishing/surface'),
    page
      .getByRole('button', { name: new RegExp(`^${t('fishing:surface')}`) })
      .last()
      .dblclick(),
  ])
  const sheet = page.getByRole('dialog')
  await sheet.getByText(t('dives:result.payout'), { exact: true }).waitFor()
  await sheet
    .getByText(Number(result.payout).toLocaleString('en', { minimumFractionDigits: 2 }), { exact: true })
    .first()
    .waitFor()
  await button('dives:result.done').dblclick()
  await sheet.waitFor({ state: 'hidden' })
  return result
}

/** Bought coins bring tokens that can be exchanged: dives go on until there is enough for the smallest exchange. */
async function winTokens(player) {
  const { page, tab, button, assets } = player
  await page.getByRole('button', { name: /^500,000/ }).dblclick()
  await button('shop:buy', { price: '50.00' }).dblclick()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await tab('fish')
  await button('fishing:choice', { stake: '10', level: 1 }).dblclick()
  await button('fishing:stakeOption', { stake: '5,000' }).dblclick()
  await button('dives:result.done').dblclick()
  while (Number((await assets()).gusd) < smallestExchange) {
    await button('fishing:dive').dblclick()
    await fish(player, (line) => line.reduce((sum, { value }) => sum + Number(value), 0) >= smallestExchange)
  }
}

async function exchangeTokens({ page, t, tab, button, shows, assets }) {
  const before = await assets()
  await tab('earn')
  await page.getByRole('link', { name: new RegExp(`^${t('home:card.exchange.title')}`) }).dblclick()
  await page.getByLabel(t('exchange:give')).fill(String(smallestExchange))
  await button('exchange:do').dblclick()
  await button('exchange:confirm.do').dblclick()
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

/** The gift's code is typed where codes are entered. */
async function openPacket({ page, t, tab, button, shows, assets }, code, usdt) {
  await tab('earn')
  await page.getByLabel(t('red:code')).fill(code.toLowerCase())
  await button('red:redeem').dblclick()
  await button('red:open').dblclick()
  await shows(t('red:received'))
  assert.equal((await assets()).usdt, `${usdt}.000000`)
}

async function exchange({ page, t, tab, button, shows, assets }) {
  await tab('earn')
  await page.getByRole('link', { name: new RegExp(`^${t('home:card.exchange.title')}`) }).dblclick()
  await button('exchange:usdt_coupon.short').dblclick()
  await page.getByLabel(t('exchange:give')).fill('60')
  await button('exchange:do').dblclick()
  await button('exchange:confirm.do').dblclick()
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
  await page.getByRole('link', { name: t('pay:nav.vip'), exact: true }).dblclick()
  await button('vip:activate', { price: '5.00' }).dblclick()
  await button('vip:buy.confirm').dblclick()
  await button('vip:claim.do').dblclick()
  await button('vip:claim.claimed').waitFor()
  assert.equal((await assets()).coin_paid, 1000)
}

/** Pays on the local chain from the demo wallet; the coupons come when the chain has said so. */
async function topUp({ page, t, button, shows, assets }) {
  await page
    .getByRole('navigation', { name: t('pay:nav.label') })
    .getByRole('link', { name: t('pay:nav.coupon'), exact: true })
    .dblclick()
  await button('coupon:topUp.do', { amount: '5.00' }).waitFor()
  await page
    .getByRole('group', { name: t('coupon:topUp.amounts') })
    .getByRole('button', { name: '10', exact: true })
    .dblclick()
  await button('coupon:topUp.do', { amount: '10.00' }).dblclick()
  await button('coupon:connect.do').dblclick()
  await page.getByRole('button', { name: 'Demo wallet' }).dblclick()
  const wallet = page.getByRole('dialog', { name: t('coupon:demo.title'), exact: true })
  await wallet.getByRole('button', { name: t('coupon:demo.connect'), exact: true }).dblclick()
  await button('coupon:connect.pay', { amount: '10.00' }).dblclick()
  await wallet.getByRole('button', { name: t('coupon:demo.confirm'), exact: true }).dblclick()
  await shows(t('coupon:order.success', { amount: '10.00' }))
  await button('coupon:order.done').dblclick()
  assert.equal((await assets()).coupon, '65.000000')
}

async function buyFirstPack({ page, t, button, assets }) {
  await page
    .getByRole('navigation', { name: t('pay:nav.label') })
    .getByRole('link', { name: t('pay:nav.shop'), exact: true })
    .dblclick()
  await page.getByRole('button', { name: new RegExp(`^${t('shop:first')}`) }).dblclick()
  await button('shop:buy', { price: '0.99' }).dblclick()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  const { coin_paid: coins, coupon } = await assets()
  assert.deepEqual([coins, coupon], [10_900, '64.010000'])
}

/** Sharing falls back to the clipboard in a plain browser: the friend gets what lies there. */
async function inviteCode({ page, tab, button, shows, t }) {
  await tab('invite')
  await button('invite:share.do').dblclick()
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
  await button('invite:record.receive').dblclick()
  await page.getByText(t('invite:record.state.received'), { exact: true }).waitFor()
  assert.equal((await assets()).diamond, before + 2)
}

async function openPacketByLink({ page, button, shows, t, tab, assets }, code) {
  const before = (await assets()).coin
  await goTo(page, `/red/${code}`)
  await button('red:open').dblclick()
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
  await page.getByRole('link', { name: new RegExp(t('withdraw:title')) }).dblclick()
  await button('withdraw:address.set').dblclick()
  await page.getByLabel(t('withdraw:address.field', { network: 'TON' })).fill(address)
  await button('withdraw:address.save').dblclick()
  await page
    .getByText(t('withdraw:address.wait', { time: '' }).trim())
    .first()
    .waitFor()
  await button('withdraw:do').dblclick()
  const amount = page.getByLabel(t('withdraw:form.amount'))
  await amount.fill('15')
  await page.reload()
  await settled(page)
  assert.equal(await amount.inputValue(), '15')
  await button('withdraw:form.next').dblclick()
  await button('withdraw:confirm.do').dblclick()
  await page.waitForFunction(() => location.hash.startsWith('#/withdraw/detail/'))
  await shows(t('withdraw:detail.paid'))
  await button('withdraw:detail.copyTx').waitFor()
  const after = await assets()
  assert.equal(Number(after.usdt), Number(before.usdt) - 15)
  assert.equal(after.usdt_hold, '0.000000')
  // The fee of Bronze: 1.5 %, and half a dollar at least.
  assert.equal(Number((await wallet()).usdt), Number(usdt) + 14.5)
  await goTo(page, '/withdraw/detail/none')
  await page.getByRole('link', { name: t('withdraw:detail.all') }).dblclick()
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
