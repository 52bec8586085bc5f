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
