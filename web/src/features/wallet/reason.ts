// A line's reason in plain words. The server names the event ("DiveClosed"); an event that this build
// has no words for is still a recorded event.
import { texts } from '../../i18n/texts.ts'
import type { IconName } from '../../ui/Icon.tsx'

/** "DiveClosed" and "dive_closed" are one reason. */
export function reasonKey(reason: string): string {
  return reason.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
}

/** The words for a reason, in the language in force; the namespace must be loaded. */
export function reasonText(reason: string): string {
  const key = `reason.${reasonKey(reason)}`
  return texts.t(key, { ns: 'wallet', defaultValue: texts.t('reason.other', { ns: 'wallet' }) })
}

/**
 * The rule behind an amount ("signin.ladder") in one line; one that this build does not know keeps its permanent
 * name.
 */
export function ruleText(rule: string): string {
  return texts.t(`rule.${rule}`, { ns: 'wallet', defaultValue: rule.replaceAll('.', ' › ') })
}

const icons: Readonly<Record<string, IconName>> = {
  dive_closed: 'fish',
  dive_started: 'anchor',
  cast_resolved: 'hook',
  dive_voided: 'refresh',
  signed_in: 'calendar',
  free_coin_claimed: 'coin',
  player_registered: 'gift',
  team_record_received: 'user',
  red_packet_credited: 'gift',
  task_received: 'check',
  shop_purchased: 'coupon',
  coupon_bought: 'coupon',
  top_up_credited: 'plus',
  vip_claimed: 'shield',
  vip_activated: 'shield',
  exchanged: 'swap',
  bonus_unlocked: 'lock',
  bonus_expired: 'clock',
  coupon_refunded: 'refresh',
}

/** A picture for a reason; money moving in or out without one gets an arrow. */
export function reasonIcon(reason: string, out: boolean): IconName {
  return icons[reasonKey(reason)] ?? (out ? 'up' : 'down')
}
