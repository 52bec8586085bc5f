//! What the bot writes, in the player's language. Plain sentences: what happened, what it means, where to look. Nothing
//! asks anybody to play.

use crate::command::minute_of;
use crate::links::Links;
use crate::messenger::Text;
use crate::wire::user::Lang;
use domain::player::messages::Notice;

/// The message with its button, which opens the app on the screen that the message is about.
pub fn of(notice: &Notice, lang: &str, links: &Links) -> Text {
    let lang = Lang::of(lang);
    let (screen, label) = button(notice, lang);
    Text {
        text: match lang {
            Lang::En => english(notice),
            Lang::Zh => chinese(notice),
        },
        button: links.screen(screen).map(|url| (label.to_owned(), url)),
    }
}

/// The screen's name in the start parameter, as the app knows it (`web/src/platform/launch.ts`), and the label.
fn button(notice: &Notice, lang: Lang) -> (&'static str, &'static str) {
    let (screen, en, zh) = match notice {
        Notice::CheckinOpen { .. } => ("signin", "Open check-in", "打开签到"),
        Notice::AddressChanged { .. } => ("withdraw", "Check the address", "查看地址"),
        Notice::WithdrawalPaid { .. } | Notice::WithdrawalReturned { .. } => {
            ("withdraw", "Open withdrawals", "打开提现")
        }
        Notice::CouponsTaken { .. } | Notice::CouponsPaid { .. } | Notice::CouponsReturned { .. } => {
            ("coupon", "Open coupons", "打开点券")
        }
        Notice::FriendCounts => ("invite", "Open invitations", "打开邀请"),
        Notice::BonusUnlocked { .. } => ("exchange", "Open exchange", "打开兑换"),
    };
    match lang {
        Lang::En => (screen, en),
        Lang::Zh => (screen, zh),
    }
}

fn english(notice: &Notice) -> String {
    match notice {
        Notice::CheckinOpen { .. } => {
            "Today's check-in is open until 00:00 UTC.\n\nYou asked for this reminder. You can \
                                       switch it off in your profile."
                .to_owned()
        }
        Notice::AddressChanged { usable_at } => format!(
            "The withdrawal address of your account was set. It can be used from {}.\n\nIf this was not you: end the other \
             sessions in your profile, set your own address again and write to support.",
            minute_of(usable_at.0)
        ),
        Notice::WithdrawalPaid { amount } => {
            format!("Your withdrawal was paid: {} USDT.", short(amount))
        }
        Notice::WithdrawalReturned { amount } => {
            format!(
                "Your withdrawal was not paid. {} USDT, the fee included, are back in your balance.",
                short(amount)
            )
        }
        Notice::CouponsTaken { amount } => format!(
            "{} of your unspent coupons are refunded: the USDT goes to the address that paid the top-up.",
            short(amount)
        ),
        Notice::CouponsPaid { amount } => {
            format!(
                "Your refund was paid: {} USDT to the address that paid the top-up.",
                short(amount)
            )
        }
        Notice::CouponsReturned { amount } => {
            format!(
                "Your refund could not be paid. {} coupons are back in your balance.",
                short(amount)
            )
        }
        Notice::FriendCounts => "A friend's invite counts now. Your reward is in Invite.".to_owned(),
        Notice::BonusUnlocked { gusd } => format!("{} bonus gusd were unlocked.", short(gusd)),
    }
}

fn chinese(notice: &Notice) -> String {
    match notice {
        Notice::CheckinOpen { .. } => {
            "今天的签到在 UTC 00:00 前有效。\n\n这是你选择的提醒，可在个人中心关闭。".to_owned()
        }
        Notice::AddressChanged { usable_at } => format!(
            "你的账户设置了提现地址，{} 起可用。\n\n如果不是你本人操作：请在个人中心结束其他会话，重新设置你的地址，并联系客服。",
            minute_of(usable_at.0)
        ),
        Notice::WithdrawalPaid { amount } => format!("提现已到账：{} USDT。", short(amount)),
        Notice::WithdrawalReturned { amount } => {
            format!("提现未支付，{} USDT（含手续费）已退回你的余额。", short(amount))
        }
        Notice::CouponsTaken { amount } => {
            format!(
                "你有 {} 张未使用点券正在退款：USDT 将付至充值时的付款地址。",
                short(amount)
            )
        }
        Notice::CouponsPaid { amount } => format!("退款已到账：{} USDT 已付至充值时的付款地址。", short(amount)),
        Notice::CouponsReturned { amount } => {
            format!("退款未能支付，{} 张点券已退回你的余额。", short(amount))
        }
        Notice::FriendCounts => "好友邀请已生效，奖励可在“邀请”中领取。".to_owned(),
        Notice::BonusUnlocked { gusd } => format!("已解锁 {} 奖励 gusd。", short(gusd)),
    }
}

/// An amount with two decimals at least.
fn short(amount: &impl ToString) -> String {
    let written = amount.to_string();
    let (whole, decimals) = written.split_once('.').unwrap_or((&written, ""));
    format!("{whole}.{:0<2}", decimals.trim_end_matches('0'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::money::{Gusd, Usdt};
    use domain::time::{Day, Timestamp};

    fn links() -> Links {
        Links {
            invite: "https://t.me/bot/app?startapp=r_{scode}".into(),
            ..Links::default()
        }
    }

    #[test]
    fn every_message_is_written_in_both_languages_and_opens_its_screen() {
        let amount = Usdt::from_minor(9_500_000);
        let all = [
            Notice::CheckinOpen { day: Day(20_000) },
            Notice::AddressChanged {
                usable_at: Timestamp(1_735_732_800_000),
            },
            Notice::WithdrawalPaid { amount },
            Notice::WithdrawalReturned { amount },
            Notice::CouponsTaken { amount },
            Notice::CouponsPaid { amount },
            Notice::CouponsReturned { amount },
            Notice::FriendCounts,
            Notice::BonusUnlocked {
                gusd: Gusd::from_minor(2_050),
            },
        ];
        for notice in all {
            let (en, zh) = (of(&notice, "en", &links()), of(&notice, "zh-hans", &links()));
            assert!(en.text.is_ascii() && !zh.text.is_ascii(), "{en:?} {zh:?}");
            let url = |text: &Text| text.button.as_ref().map(|(_, url)| url.clone()).expect("a button");
            assert_eq!(url(&en), url(&zh));
            assert!(url(&en).starts_with("https://t.me/bot/app?startapp=s_"), "{en:?}");
        }
    }

    #[test]
    fn amounts_and_moments_are_those_of_the_message() {
        let text = |notice: &Notice, lang| of(notice, lang, &links()).text;
        let paid = Notice::WithdrawalPaid {
            amount: Usdt::from_minor(9_500_000),
        };
        assert_eq!(text(&paid, "en"), "Your withdrawal was paid: 9.50 USDT.");
        assert_eq!(text(&paid, "zh"), "提现已到账：9.50 USDT。");
        let set = Notice::AddressChanged {
            usable_at: Timestamp(1_735_732_800_000),
        };
        assert!(text(&set, "en").contains("from 2025-01-01 12:00 UTC."));
        let exact = Usdt::from_minor(1_234_567);
        assert_eq!(short(&exact), "1.234567");
        assert_eq!(of(&paid, "en", &Links::default()).button, None);
    }
}
