// The accessibility checker, in the page.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What breaks WCAG A or AA on the page as it stands; empty when nothing does. */
export async function violations(page) {
  await page.evaluate(axe)
  const { violations: found } = await page.evaluate(() =>
    globalThis.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }),
  )
  return found.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map(({ target, any }) => `${target.join(' ')} ${any[0]?.message ?? ''}`)
        .join('; ')}`,
  )
}
