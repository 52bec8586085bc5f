// The countries of ISO 3166-1 alpha-2, as of 2024, under the names that the device knows in the language in force.
import { texts } from '../../i18n/texts.ts'

const codes =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS ' +
  'BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX ' +
  'CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN ' +
  'GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR ' +
  'IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME ' +
  'MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE ' +
  'NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB ' +
  'SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF ' +
  'TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'

/** A country as the picker lists it. */
export type Country = { code: string; name: string }

/** The name of a code in the language in force. */
export function countryName(code: string): string {
  return new Intl.DisplayNames([texts.language], { type: 'region', fallback: 'code' }).of(code) ?? code
}

/** Every country, by name. */
export function countries(): Country[] {
  const names = new Intl.DisplayNames([texts.language], { type: 'region', fallback: 'code' })
  const { compare } = new Intl.Collator(texts.language)
  return codes
    .split(' ')
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((left, right) => compare(left.name, right.name))
}

/** Those whose name holds the text or whose code begins with it. */
export function found(all: readonly Country[], text: string): readonly Country[] {
  const wanted = text.trim().toLocaleLowerCase()
  return all.filter(
    ({ code, name }) => name.toLocaleLowerCase().includes(wanted) || code.toLowerCase().startsWith(wanted),
  )
}
