// Invitations, identity and payouts on the real ledger: codes, uploads and addresses as the server takes them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { goTo, settled } from './browser.mjs'
import { address } from './payee.mjs'
import { callsOf, newId, ordered, withPlayer } from './player.mjs'
import { approveIdentity } from './staff.mjs'

test('sharing opens with the code of a player who was there before', async () => {
  const { scode } = await (await callsOf(newId()))('team/info')
  await withPlayer(
    async ({ page, tgId }) => {
      await page.getByRole('button', { name: 'Share' }).click()
      await page.getByText('Enter an invite code before sharing').waitFor()
      const field = page.getByRole('textbox', { name: 'Invite code' })
      await field.fill('WRONGCDE')
      await page.getByRole('button', { name: 'Confirm' }).click()
      await page.getByText('Invite code invalid').waitFor()
      await field.fill(scode.toLowerCase())
      await page.getByRole('button', { name: 'Confirm' }).click()
      await field.waitFor({ state: 'detached' })
      const team = await (await callsOf(tgId))('team/info')
      assert.equal(team.invite_entered, true)
      await page.getByRole('button', { name: 'Show QR code' }).click()
      await page.getByRole('img', { name: `QR code of the invite link with code ${team.scode}` }).waitFor()
    },
    { route: '/invite/index' },
  )
})

test('who was there first shares after entering the official code', async () => {
  await withPlayer(
    async ({ page, tgId }) => {
      await page.getByText(/Our official code DEEPSEA1/).waitFor()
      await page.getByRole('button', { name: 'Use our official code' }).click()
      await page.getByRole('button', { name: 'Confirm' }).click()
      await page.getByText('Code accepted. You can share your link now').waitFor()
      const team = await (await callsOf(tgId))('team/info')
      assert.deepEqual([team.invite_entered, team.inviter], [true, null])
      await page.getByRole('button', { name: 'Show QR code' }).click()
      await page.getByRole('img', { name: `QR code of the invite link with code ${team.scode}` }).waitFor()
    },
    { route: '/invite/index' },
  )
})

test('a player sees where the account is open, and ends what is open elsewhere', async () => {
  await withPlayer(async ({ page, tgId }) => {
    const [one, other] = [await callsOf(tgId), await callsOf(tgId)]
    await goTo(page, '/profile?section=sessions')
    const rows = page.locator('#sessions li')
    await rows.nth(2).waitFor()
    assert.equal(await rows.count(), 3)
    assert.equal(await page.getByText('This device').count(), 1)
    // The last used first: of two calls at the same moment nobody knows which one that is.
    await rows.getByRole('button', { name: 'End the session on Unknown device' }).first().click()
    await page.getByText('Ended', { exact: true }).waitFor()
    await rows.nth(2).waitFor({ state: 'detached' })
    const open = (await Promise.allSettled([one('user/info'), other('user/info')])).filter(
      ({ status }) => status === 'fulfilled',
    )
    assert.equal(open.length, 1)
    await page.getByRole('button', { name: 'End all others' }).click()
    await page.getByText('Your account is open nowhere else.').waitFor()
    await assert.rejects(() => one('user/info'))
    await assert.rejects(() => other('user/info'))
    assert.equal(await rows.count(), 1)
  })
})

test('the product’s own address and one with a slip are not saved, a right one is, and is there after a reload', async () => {
  await withPlayer(
    async ({ page, tgId }) => {
      const call = await callsOf(tgId)
      await ordered(call)
      const [{ pay }] = (await call('coupon/info')).open
      await page.getByRole('button', { name: 'Set address' }).click()
      const field = page.getByRole('textbox', { name: 'TON address' })
      // Where top-ups are paid to.
      await field.fill(pay.to)
      await page.getByRole('button', { name: 'Save address' }).click()
      await page.getByText('This is an address of ours, enter your own').first().waitFor()
      await field.fill(`${address.slice(0, -1)}B`)
      await page.getByRole('button', { name: 'Save address' }).click()
      await page.getByText('Address is not valid').waitFor()
      await field.fill(address)
      await page.getByRole('button', { name: 'Save address' }).click()
      await page.getByRole('button', { name: 'Edit' }).waitFor()
      await page.reload()
      await settled(page)
      await page.getByText('UQDKbj…gqPuwA').waitFor()
      assert.equal((await (await callsOf(tgId))('withdraw/info')).address, address)
    },
    { route: '/withdraw/index' },
  )
})

test('an identity form goes to the vault with its images, is shown masked, and proved once somebody approved it', async () => {
  await withPlayer(
    async ({ page, tgId }) => {
      await page.getByRole('button', { name: 'Submit' }).click()
      await page.getByText('Please upload at least two images').waitFor()
      await page.getByRole('textbox', { name: 'Real name' }).fill('Mara Lind')
      await page.getByText('Choose a country').click()
      await page.getByRole('searchbox').fill('germ')
      await page.getByRole('button', { name: /Germany/ }).click()
      await page.getByRole('button', { name: 'Passport' }).click()
      await page.getByRole('textbox', { name: 'ID number' }).fill(`C0${tgId}`.slice(0, 12))
      await page.getByRole('textbox', { name: 'Phone number' }).fill('+4917012345678')
      await page.getByRole('textbox', { name: 'Email address' }).fill('mara@example.com')
      // Two sides: the same picture twice counts as one.
      const image = (name, height) =>
        page
          .screenshot({ clip: { x: 0, y: 0, width: 300, height } })
          .then((buffer) => ({ name, mimeType: 'image/png', buffer }))
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles([await image('front.png', 400), await image('back.png', 300)])
      await page.getByRole('img', { name: 'Uploaded' }).nth(1).waitFor()
      await page.getByRole('button', { name: 'Submit' }).click()
      await page.getByRole('heading', { name: 'Under review' }).waitFor()
      await page.getByText('m***@example.com').waitFor()
      assert.equal((await (await callsOf(tgId))('kyc/check')).status, 1)
      const { user } = await (await callsOf(tgId))('user/info')
      assert.equal(user.kyc_status, 1)
      await approveIdentity(user.user_id)
      await page.reload()
      await page.getByRole('heading', { name: 'Verified' }).waitFor()
    },
    { route: '/kyc' },
  )
})

test('an image that does not arrive says so beside its place, and Retry sends it again', async () => {
  await withPlayer(
    async ({ page }) => {
      let lost = true
      await page.route('**/*', (route) => {
        const isUpload = route.request().headers()['content-type']?.startsWith('multipart/form-data')
        return isUpload && lost ? route.abort() : route.fallback()
      })
      const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 400 } })
      const image = { name: 'front.png', mimeType: 'image/png', buffer }
      await page.locator('input[type=file]').first().setInputFiles([image])
      await page.getByText(/^Image 1: The picture did not arrive/).waitFor()
      assert.equal(await page.getByRole('img', { name: 'Uploaded' }).count(), 0)
      lost = false
      await page.getByRole('button', { name: 'Retry' }).click()
      await page.getByRole('img', { name: 'Uploaded' }).waitFor()
      assert.equal(await page.getByText(/^Image 1:/).count(), 0)
    },
    { route: '/kyc', allowed: ['ERR_FAILED'] },
  )
})

test('a task to visit a screen of our own is verified after its wait and paid once', async () => {
  await withPlayer(
    async ({ page, tgId }) => {
      const call = await callsOf(tgId)
      const visit = (await call('promotion/list')).list.find(({ type }) => type === 'visit_link')
      const row = page.getByRole('listitem').filter({ hasText: visit.title })
      await row.getByRole('button', { name: 'Go' }).click()
      await page.getByRole('heading', { name: 'Game rules' }).waitFor()
      await goTo(page, '/home/index?tasks=open')
      await row.getByRole('button', { name: /Verify in/ }).waitFor()
      await row.getByRole('button', { name: 'Verify', exact: true }).click({ timeout: 30_000 })
      await row.getByRole('button', { name: 'Receive' }).click()
      await row.getByText('Received', { exact: true }).waitFor()
      assert.equal((await call('fishing/player_info')).asset.coin, visit.reward.coin)
    },
    { route: '/home/index?tasks=open' },
  )
})
