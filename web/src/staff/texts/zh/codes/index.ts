// Chinese for the words that come from the server as they are written in the books.
import errors from '../../../../i18n/zh/errors.json' with { type: 'json' }
import type { Texts } from '../../index.ts'
import { entryNames } from './entryNames.ts'
import { eventFields } from './eventFields.ts'
import { eventTypes } from './eventTypes.ts'
import { fieldNames } from './fieldNames.ts'
import { findings } from './findings.ts'
import { laws } from './laws.ts'
import { numberNames } from './numberNames.ts'
import { taxNotes } from './taxNotes.ts'
import { codeWords } from './words.ts'

/** Refusals of the players' app, but for those that name a value, which only the player is given. */
const players = Object.entries(errors as Readonly<Record<string, string>>).filter(
  ([, text]) => !text.includes('{{'),
)

export const codesZh = {
  codeWords,
  eventTypes,
  numberNames,
  laws,
  fieldNames,
  eventFields,
  findings,
  factNotes: { paytable: '每次下潜都注明' },
  entryNames,
  taxNotes,
  unitMethod:
    '总体是所列账户在该资产下、起始位置之后至截止位置的全部分录，按日志分区、位置、行号排列；每条分录的长度为其最小单位金额的绝对值，首尾相接。' +
    '起点 = SHA-256（种子的十六进制文本、一个零字节、审计师的词句）前 16 字节的大端整数对间隔取模再加 1。' +
    '抽中的单位为起点、起点 + 间隔、起点 + 2 × 间隔……含有其中任一单位的分录即为样本。金额达到或超过间隔的分录无论起点如何必被抽中。' +
    '种子十六进制文本的 SHA-256 即承诺值，在词句给出之前已记录。',
  sampleMethod:
    '第 n 次抽取（n = 0、1、2……）为 SHA-256（种子、一个零字节、十进制的 n）；其前 16 字节作为大端整数，' +
    '对总体数量取余，即为事件的序号：按分区和位置排序，从 0 起。已抽中的序号跳过。',
  refusals: {
    ...Object.fromEntries(players),
    '-1000': '未登录',
    '-1006': '请求有误',
    '4003': '余额未低于领取下限',
    '6007': '新地址尚在等待期内',
    '9001': '没有权限',
    '9002': '须由他人复核',
    '9003': '状态已变',
    '9004': '请填写理由',
    '9005': '超出你的角色限额',
    '9006': '账号、密码或动态验证码错误',
    '9007': '此操作需要用你自己的密钥签名：请先登记密钥',
    '9008': '签名与审批内容不符',
  },
  lineName: ({ name, name_zh = name }) => name_zh,
} satisfies Partial<Texts>
