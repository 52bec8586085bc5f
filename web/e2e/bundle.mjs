// Exports and proofs in the page that checks them.

/** A file as the page's chooser takes it. */
export function file(name, content) {
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) }
}

/** Makes an export of everything at the console, whose screen is open; gives its files of text by name. */
export async function exported(page) {
  const files = await exportedAs(page, 'ndjson')
  return Object.fromEntries(files.map(({ name, buffer }) => [name, buffer.toString('utf8')]))
}

/** The same in a format, as files that the page's chooser takes. */
export async function exportedAs(page, format) {
  await page.getByLabel('Format', { exact: true }).selectOption(format)
  await page.getByLabel('Reason', { exact: true }).fill('the yearly audit')
  await page.getByRole('button', { name: 'Start an export' }).click()
  await page.getByRole('link', { name: 'Download' }).first().waitFor({ timeout: 120_000 })
  const links = await page
    .getByRole('link', { name: 'Download' })
    .evaluateAll((found) => found.map((link) => [link.getAttribute('download'), link.getAttribute('href')]))
  const files = await page.evaluate(
    (from) =>
      Promise.all(
        from.map(async ([name, address]) => {
          const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer())
          return [name, Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')]
        }),
      ),
    links,
  )
  return files.map(([name, hex]) => file(name, Buffer.from(hex, 'hex')))
}

/** Chooses files in the open page and has them checked; gives the verdict in its words. */
export async function check(page, files) {
  await page.getByLabel('Files of the bundle').setInputFiles(files)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  // Choosing took the last verdict away: what comes is about these files.
  const verdict = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Verdict' }) })
  await verdict.waitFor({ timeout: 60_000 })
  return verdict.innerText()
}
