// Chinese for the words that come from the server as they are written in the books.
import errors from '../../../../i18n/zh/errors.json' with { type: 'json' }
import type { Texts } from '../../index.ts'
import { eventTypes } from './eventTypes.ts'
import { laws } from './laws.ts'
import { numberNames } from './numberNames.ts'
import { codeWords } from './words.ts'

/** Refusals of the players' app; one that names a value stays the server's, which has the value in place. */
const players = Object.entries(errors as Readonly<Record<string, string>>).filter(
  ([, text]) => !text.includes('{{'),
)

export const codesZh = {
  codeWords,
  eventTypes,
  numberNames,
  laws,
  refusals: {
    ...Object.fromEntries(players),
    '-1000': '未登录',
    '-1006': '请求有误',
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
