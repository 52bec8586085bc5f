// Chinese sentences about a person: who joined, identity, limits, freezes, personal data.
import { amount, date, inside, items, length, short, text, type Sentences } from '../../../words/fields.ts'
import { because, word } from './pieces.ts'

const limit = (setting: unknown) => {
  const { field, value } = inside(setting)
  if (value === null || value === undefined) return `取消限额“${word(field)}”`
  return `限额“${word(field)}”设为 ${/^\d+$/.test(text(value)) ? text(value) : amount(value, 'usdt')}`
}

export const personSentences = {
  PlayerRegistered: ({ tg_id, scode, lang }) =>
    `注册：消息账号编号 ${text(tg_id)}，邀请码 ${text(scode)}，语言 ${text(lang)}`,
  InviterBound: ({ inviter, by }) =>
    `邀请人为 ${text(inside(inviter)['scode']) || short(inside(inviter)['player'])}（${word(by)}）`,
  HouseBound: ({ scode, by }) => `填写官方邀请码 ${text(scode)}（${word(by)}），没有邀请人`,
  TermsAccepted: ({ version }) => `同意条款版本 ${text(version)}`,
  CountrySeen: ({ country, source }) => `所在国家 ${text(country)}（${word(source)}）`,
  LimitSet: ({ setting, effective_at }) => `${limit(setting)}，自 ${date(effective_at)} 起`,
  SelfExcluded: ({ kind, days, until }) =>
    `${text(kind) === 'cool_off' ? '进入冷静期' : '自我排除'} ${text(days)} 天，至 ${date(until)}`,
  MessagesChosen: ({ topics, lang }) => {
    const on = Object.entries(inside(topics)).filter(([, chosen]) => chosen === true)
    return `允许机器人发送：${on.map(([topic]) => word(topic)).join('、') || '无'}，语言 ${text(lang)}`
  },
  MessagesBlocked: () => '屏蔽了机器人，或从未启动',
  PlayerFrozen: ({ staff, reason }) => `由 ${text(staff)} 冻结${because(reason)}`,
  PlayerUnfrozen: ({ staff, reason }) => `由 ${text(staff)} 解冻${because(reason)}`,
  ErasureRequested: ({ staff, approver, reason, erase_at }) =>
    text(approver) === ''
      ? `${text(staff)} 申请删除个人数据${because(reason)}；删除日 ${date(erase_at)}`
      : `删除个人数据，制单人 ${text(staff)}，复核人 ${text(approver)}${because(reason)}；删除日 ${date(erase_at)}`,
  ErasureCancelled: ({ staff, reason }) => `${text(staff)} 取消删除${because(reason)}`,
  DataErased: ({ key_id }) => `个人数据已删除：密钥 ${text(key_id)} 已销毁`,
  KycStatusChanged: ({ status }) => `身份状态变为：${word(status)}`,
  KycSubmitted: ({ country, images, submission }) =>
    `提交证件（${text(images)} 张图片，${text(country)}），提交编号 ${short(submission)}`,
  KycSentToVendor: ({ reference }) => `已送认证服务商，编号 ${text(reference)}`,
  KycOpened: ({ by, reason, with_images }) =>
    `由 ${text(by)} 查看${with_images === true ? '，含图片' : ''}${because(reason)}`,
  KycDecided: ({ verdict, reasons, by }) =>
    `由 ${text(by)} 审核：${word(verdict)}` +
    (length(reasons) > 0 ? `（${items(reasons).map(word).join('、')}）` : ''),
  KycReset: ({ by, approver, reason }) =>
    text(approver) === ''
      ? `由 ${text(by)} 重新开始身份认证${because(reason)}`
      : `重新开始身份认证，制单人 ${text(by)}，复核人 ${text(approver)}${because(reason)}`,
} satisfies Sentences
