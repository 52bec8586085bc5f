// What a reader of Chinese finds in English on a screen of the console. Names, codes, ids and what people wrote are no
// English; everything else is.
import { foreign } from '../src/staff/testing/foreign.ts'

/** Fields of answers in which people write: reasons, cases, comments, names of packets. */
const written =
  /^(?:\w+\.)*(?:reason|decision|case_id|comment|text|mine_destroy|title_en|title_zh|why|by|maker|author|proposer|approver|assignee)$/

/** Names of things of our own that stand on screens as they are, beside those of `foreign`. */
const kept = new Set('English coa demo genesis ndjson csv parquet'.split(' '))

/** Collects what people wrote of all answers that the page gets from now on. */
export function ownWordsOf(page) {
  /** @type {Set<string>} */
  const own = new Set()
  const collect = (value, field) => {
    // A reason of one small word is of the rules.
    if (typeof value === 'string' && written.test(field) && !/^[a-z_]+$/.test(value)) own.add(value)
    // What went into an event is a list of names and values.
    const { name, value: said } = value ?? {}
    if (typeof name === 'string' && /title|comment|reason|case_id/.test(name)) own.add(String(said))
    if (field === 'payload' && typeof value === 'string') collect(JSON.parse(value), '')
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) collect(inner, Array.isArray(value) ? field : key)
  }
  page.on('response', async (response) => {
    if (!response.url().includes('/staff/v1/')) return
    const answer = await response.json().catch(() => null)
    collect(answer?.data, '')
  })
  return own
}

/** The English on the page: each text once. What a broken installation says in English alone is none of its screens. */
export async function englishOn(page, own) {
  const texts = await page.evaluate(shownTexts)
  const names = [...own].filter((one) => /[A-Za-z]{3}/.test(one)).toSorted((a, b) => b.length - a.length)
  const left = texts.filter(({ text, hidden }) => {
    // A choice between accounts has their names in the journal too, and so has the hint of an entry.
    const bare = text.replace(/\((?:h:)?[a-z_.]+\)$/, '').replace(/^(?:h:)?[a-z_.]+: -?\d+$/gm, '')
    const rest = names.reduce((still, name) => still.replaceAll(name, ' '), bare)
    const words = wordsOf(rest)
    return hidden ? words.length > 1 : words.length > 0
  })
  return [...new Set(left.map(({ text, at }) => `${at}: ${text}`))]
}

/** Words of a text: no code (capitals, or with a digit or a sign within) and no name that is the same in Chinese. */
function wordsOf(text) {
  return text
    .split(/[\s\p{Script=Han}，。：；、（）“”《》·,()[\]“”"]+/u)
    .filter((token) => /^[A-Za-z]?[a-z]+['’]?[a-z]*[.:;!?]?$/.test(token))
    .flatMap((token) => foreign(token))
    .filter((word) => !kept.has(word))
}

/** Runs in the page. Texts that are seen, and those of hints, which only a whole sentence makes wrong. */
function shownTexts() {
  const skipped = 'code, pre, textarea, svg, script, style, [data-recorded]'
  const found = []
  const root = document.body
  const seen = (element) =>
    element.tagName === 'OPTION' ||
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
    element.closest('.visually-hidden') !== null
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!element || element.closest(skipped) || !seen(element)) continue
    const text = node.data.trim()
    if (/[A-Za-z]{3}/.test(text)) found.push({ text, at: element.tagName.toLowerCase(), hidden: false })
  }
  for (const name of ['title', 'aria-label', 'placeholder'])
    for (const element of root.querySelectorAll(`[${name}]`)) {
      if (element.closest(skipped) || !seen(element)) continue
      const text = element.getAttribute(name) ?? ''
      found.push({ text, at: name, hidden: true })
    }
  return found
}
