// What is left of English in a Chinese text.

/** Words that are the same in Chinese: names of assets, formats, algorithms, units of measure, keys of the keyboard. */
const kept = new Set(
  (
    'XLSX Excel ' +
    'USDT GUSD COIN DIA CPN CSV PDF TON EVM UTC VIP SHA NDJSON Parquet hledger Beancount camt JSON MiB Ctrl Enter ' +
    'Esc Stars XML RFC UTF MAC FILE KEY bundle vkey ledger rebuild verify manifest json house transaction time ' +
    'amount all YYYY'
  ).split(' '),
)

/** Latin words of three letters and more that no reader of Chinese should meet. */
export function foreign(text: string): string[] {
  return (text.match(/[A-Za-z]{3,}/g) ?? []).filter((word) => !kept.has(word))
}

/** Parts that hold words of the console and no data. */
const spoken = 'h2, h3, th, dt, label:not(:has(select)), legend, option, button, nav a, [role=tab], header p'

/** Names that stand in them too: views that people saved; people, versions, players, cases, titles, what is copied. */
const ofViews =
  /^(?:Reserve at month end|Waiting for review|Adjustments of this .*|Large unmatched .*|由 \w+ 共享)$/
const ofData =
  /^(?:English|R361FY3Z|C-7K2M9QXA.*|Paid twice.*|witness\.example.*|[0-9a-f]{8}[-…].*|.*\((?:h:)?[a-z_.]+\))$/

/** Data inside a sentence: ids, whole and as lists show them, addresses, seeds. */
const data = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{8}…[0-9a-f]{4}|UQ\w{46}|november/g

/** What is left of English in the words of a screen, or of a part of it. */
export function englishIn(part: Element, words = spoken): string[] {
  const left = [...part.querySelectorAll(words)]
    .map(({ textContent }) => textContent.trim())
    .filter(
      (text) => !ofViews.test(text) && !ofData.test(text) && foreign(text.replaceAll(data, '')).length > 0,
    )
  return [...new Set(left)]
}
