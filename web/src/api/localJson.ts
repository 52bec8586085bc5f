// Files of the product's own, asked for by a relative path (domain §10.7): no envelope, no token. Only status 200 is an
// answer; anything else is a rejection with the status text.
import { abortAfter } from '../shared/abortAfter.ts'

/** domain §10.9. */
const timeoutMs = 30_000

/** The file's JSON, unchecked. */
export async function localJson(path: string): Promise<unknown> {
  const address = new URL(path, location.href)
  if (address.origin !== location.origin) throw new Error(`${path} is not a file of ours`)
  const response = await fetch(address, { method: 'GET', signal: abortAfter(timeoutMs) })
  // A redirect that was followed or a part of the file is no file either.
  if (response.status !== 200) throw new Error(response.statusText)
  return response.json()
}
