// Which answers a command makes stale, for every screen but the game.
import { provides, spoils } from './tags.ts'

/** By call. */
export const laterTags = {
  withdrawRank: provides('Ranks'),
  withdrawInfo: provides('Withdraws'),
  withdrawDetail: provides('Withdraws'),
  withdrawSetAddress: spoils('Withdraws'),
  withdrawDo: spoils('Withdraws', 'Kyc', 'History'),
  kycCheck: provides('Kyc'),
  kycEdit: spoils('Kyc', 'User', 'Withdraws', 'Tasks'),
  promotionList: provides('Tasks'),
  promotionVerify: spoils('Tasks'),
  promotionReceive: spoils('Tasks', 'Player', 'History'),
  redpacketInfo: provides('Packet'),
  redpacketClaim: spoils('Packet', 'Player', 'History'),
  walletHistory: provides('History'),
  vipInfo: provides('Vip'),
  vipActivate: spoils('Vip', 'User', 'Coupon', 'Exchange', 'Withdraws', 'History'),
  vipReceive: spoils('Vip', 'Player', 'History'),
  shopList: provides('Shop'),
  shopBuy: spoils('Shop', 'Coupon', 'Vip', 'User', 'Player', 'History'),
  couponInfo: provides('Coupon', 'Orders'),
  topupCreate: spoils('Orders'),
  topupCancel: spoils('Orders'),
  topupStatus: provides('Orders'),
  exchangeInfo: provides('Exchange'),
  exchangeDo: spoils('Exchange', 'Coupon', 'Withdraws', 'History'),
  exchangeUnlock: spoils('Exchange', 'History'),
  limitsInfo: provides('Limits'),
  limitsSet: spoils('Limits', 'User', 'Player', 'Coupon'),
  limitsExclude: spoils('Limits', 'User', 'Player'),
}
