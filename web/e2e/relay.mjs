// A wallet app on another device, behind a relay of TON Connect: real messages of the protocol, sealed for the page's
// session, and real signatures of the demo wallet. Only the way between is shortened: the browser's requests to the
// relay end here.
import { Base64, hexToByteArray, SessionCrypto } from '@tonconnect/protocol'

/** Answers the page's requests to the relay at `address`; `call` acts for the wallet's owner. */
export async function relay(page, address, call) {
  const session = new SessionCrypto()
  /** Events for the page, and the page's questions; whoever comes first waits for the other. */
  const events = channel()
  const questions = channel()
  let app = ''
  let eventId = 0
  await page.route(`${address}/events**`, async (route) => {
    const event = await events.take()
    await route
      .fulfill({
        contentType: 'text/event-stream',
        headers: { 'access-control-allow-origin': '*' },
        body: `retry: 50\n\nevent: message\nid: ${++eventId}\ndata: ${JSON.stringify(event)}\n\n`,
      })
      .catch(() => undefined)
  })
  await page.route(`${address}/message**`, async (route) => {
    const sealed = Base64.decode(route.request().postData() ?? '').toUint8Array()
    questions.put(JSON.parse(session.decrypt(sealed, hexToByteArray(app))))
    await route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: { statusCode: 200, message: 'OK' },
    })
  })
  const send = (message) =>
    events.put({
      from: session.sessionId,
      message: Base64.encode(session.encrypt(JSON.stringify(message), hexToByteArray(app))),
    })
  return {
    /** The owner agrees that the page with this session sees the wallet. */
    connect: async (id) => {
      app = id
      const wallet = await call('/dev/wallet/info')
      const account = {
        name: 'ton_addr',
        address: wallet.raw,
        network: '-239',
        walletStateInit: wallet.state_init,
        publicKey: wallet.public_key,
      }
      const device = {
        platform: 'iphone',
        appName: 'tonkeeper',
        appVersion: '1',
        maxProtocolVersion: 2,
        features: ['SendTransaction', { name: 'SendTransaction', maxMessages: 4 }],
      }
      send({ event: 'connect', id: 1, payload: { items: [account], device } })
    },
    /** The owner confirms the next payment that is asked for. */
    sign: async () => {
      const { id, method, params } = await questions.take()
      if (method !== 'sendTransaction') throw new Error(`The page asked for ${method}`)
      const { valid_until: validUntil, messages } = JSON.parse(params[0])
      const { boc } = await call('/dev/wallet/send', { valid_until: validUntil, ...messages[0] })
      send({ id, result: boc })
    },
  }
}

/** First come, first served. */
function channel() {
  const things = []
  const takers = []
  return {
    put: (thing) => (takers.length > 0 ? takers.shift()(thing) : things.push(thing)),
    take: () =>
      things.length > 0 ? Promise.resolve(things.shift()) : new Promise((taker) => takers.push(taker)),
  }
}
