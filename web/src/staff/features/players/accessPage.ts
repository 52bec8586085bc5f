// What is held of a person as a page that anybody can read: made here out of the answer, with nothing loaded and
// nothing that runs. Whatever people wrote is text in it.
import type { AccessFileData, AccessPart } from '../../api/endpoints.gen.ts'
import { language } from '../../texts/language.ts'
import { t } from '../../texts/index.ts'
import { utc } from '../../words/time.ts'

const words = () => t.access
type Row = Readonly<Record<string, string>>

/** The page. */
export function accessPage({ player, made_ms, parts, withheld }: AccessFileData): string {
  const body = [
    `<h1>${safe(words().pageTitle)}</h1>`,
    `<p>${safe(words().of(player, `${utc(made_ms)} UTC`))}</p>`,
    ...parts.map(section),
    `<h2>${safe(words().withheld)}</h2><ul>`,
    ...withheld.map(({ what, count = null, why }) => {
      const said = words().reasons[what] ?? why
      return `<li>${safe(count === null ? said : words().counted(String(count), said))}</li>`
    }),
    '</ul>',
  ]
  const style =
    'body{font:15px/1.5 sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem}' +
    'table{border-collapse:collapse;width:100%;margin:0 0 1.5rem}' +
    'th,td{border:1px solid #bbb;padding:.25rem .5rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}' +
    'th{width:16rem;font-weight:600}img{max-width:100%}'
  return (
    `<!doctype html><html lang="${language()}"><head><meta charset="utf-8"><title>${safe(words().pageTitle)}</title>` +
    `<meta http-equiv="Content-Security-Policy" ` +
    `content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">` +
    `<style>${style}</style></head><body>${body.join('\n')}</body></html>`
  )
}

function section({ name, records }: AccessPart): string {
  return `<h2>${safe(words().parts[name] ?? name)}</h2>\n${records.map(table).join('\n')}`
}

function table(record: Row): string {
  const { bytes, media_type: type = '', ...rest } = record
  const rows = Object.entries(rest).map(
    ([name, value]) =>
      `<tr><th scope="row">${safe(nameOf(name))}</th><td>${safe(valueOf(name, value))}</td></tr>`,
  )
  const file = bytes === undefined ? '' : fileOf(type, bytes)
  return `<table><tbody>${rows.join('')}${file}</tbody></table>`
}

/** Pictures are shown; what else there is stands in the other file. */
function fileOf(type: string, bytes: string): string {
  const shown =
    type === 'image/jpeg' && /^[\w+/=]+$/.test(bytes)
      ? `<img alt="" src="data:image/jpeg;base64,${bytes}">`
      : safe(words().inJson(type))
  return `<tr><th scope="row">${safe(words().file)}</th><td>${shown}</td></tr>`
}

/** Names are as the server has them: the file that programs read has the same. */
const nameOf = (name: string) => name.replace(/_ms$/, '').replaceAll('_', ' ')
const valueOf = (name: string, value: string) =>
  name.endsWith('_ms') && /^\d{1,15}$/.test(value) ? `${utc(Number(value))} UTC` : value

const marks: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const safe = (text: string) => text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark)
