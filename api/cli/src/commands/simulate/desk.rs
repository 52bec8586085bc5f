//! The demo's staff through a year: they log in with password and second factor, close days, months, quarters and years,
//! fund promotions, put a red packet out each month, and correct a month that is closed.

use super::house::House;
use crate::commands::Failure;
use crate::commands::staff::client::Client;
use crate::commands::staff::demo;
use ::staff::credentials::{self, Secrets};
use anyhow::Context;
use domain::ids::PlayerId;
use domain::period::Span;
use domain::staff::Role;
use domain::time::{Day, Month};
use ledger::Clock;
use serde_json::{Value, json};
use uuid::Uuid;

/// What goes into promotions each month, in millionths: 150 USDT, of which a red packet spends a part. ASSUMED.
const PROMO: &str = "150000000";
/// A red packet of 60 USDT in twenty shares. ASSUMED.
const PACKET: (&str, u32, &str) = ("60000000", 20, "500000");
/// How long its code is good: most of a month.
const PACKET_HOURS: u32 = 600;
/// The correction of a closed month: 12.50 USDT of a player's prize that was not credited then.
const CORRECTION: &str = "12500000";

/// Everybody who acts, and what was done.
pub struct Desk {
    secrets: Secrets,
    url: String,
    clock: Clock,
    /// The month that is to be restated, while it is not.
    wanted: Option<Month>,
    restated: Option<Month>,
    closed: Vec<Span>,
    packet: Option<String>,
}

impl Desk {
    /// Makes the accounts, which are those of `ledger up`.
    ///
    /// # Errors
    /// A fault of the ledger.
    pub async fn open(house: &House, wanted: Option<Month>) -> Result<Desk, Failure> {
        Ok(Desk {
            secrets: demo::hire(&house.ledger).await.context("the demo staff")?,
            url: house.staff.clone(),
            clock: house.clock.clone(),
            wanted,
            restated: None,
            closed: Vec::new(),
            packet: None,
        })
    }

    /// The code of the red packet that is out.
    pub fn packet(&self) -> Option<&str> {
        self.packet.as_deref()
    }

    /// The months that are closed.
    pub fn months(&self) -> Vec<Month> {
        self.closed.iter().filter_map(|span| span.as_month()).collect()
    }

    /// The quarters and years that are closed.
    pub fn spans(&self) -> Vec<Span> {
        let whole = self.closed.iter().filter(|span| span.as_month().is_none());
        whole.copied().collect()
    }

    pub fn restated(&self) -> Option<Month> {
        self.restated
    }

    /// The morning of a day: what ended with the day before is closed; on the first one there is nothing to close.
    ///
    /// # Errors
    /// What the service refuses.
    pub async fn works(&mut self, house: &House, day: Day, is_first: bool) -> Result<(), Failure> {
        let month = Month::of(day);
        // A code of the second factor is good once: whoever acts this morning logs in once.
        let lead = self.signs_in(Role::FinanceLead).await?;
        if !is_first {
            close(&lead, Day(day.0 - 1)).await?;
        }
        if !is_first && day != month.first() {
            return Ok(());
        }
        let finance = self.signs_in(Role::Finance).await?;
        if !is_first {
            self.closes_what_is_over(house, (&finance, &lead), month.back(1))
                .await?;
        }
        let promo = json!({ "to": "promo_budget", "amount": PROMO, "reason": format!("promotions of {month}") });
        decide(house, (&finance, &lead), "treasury/propose", promo).await?;
        self.packet = Some(self.puts_out(month).await?);
        Ok(())
    }

    /// The month, then the quarter and the year that end with it, then the correction of the month that is wanted.
    async fn closes_what_is_over(
        &mut self,
        house: &House,
        people: (&Client, &Client),
        month: Month,
    ) -> Result<(), Failure> {
        let above = [Span::quarter(month), Span::year(month)];
        let over = above.into_iter().filter(|span| span.last() == month);
        for span in [Span::month(month)].into_iter().chain(over) {
            let body = json!({ "period": span, "reason": format!("{span} is over and checked") });
            decide(house, people, "periods/propose", body).await?;
            eprintln!("{span} is closed.");
            self.closed.push(span);
        }
        if self.wanted.is_some_and(|wanted| wanted < month) {
            self.restated = self.wanted.take();
        } else {
            return Ok(());
        }
        let correction = json!({
            "player": PlayerId::of_messenger(tools::person::DEMO_TG_ID), "purse": "usdt", "delta": CORRECTION,
            "counter": "h:usdt_reserve", "case_id": "complaint 17", "tx": null, "restates": self.restated,
            "reason": "a cash chest was won and not credited",
        });
        decide(house, people, "adjustments/propose", correction).await
    }

    /// The red packet of a month; its code.
    async fn puts_out(&self, month: Month) -> Result<String, Failure> {
        let content = self.signs_in(Role::Content).await?;
        let (total, shares, min) = PACKET;
        let body = json!({
            "kind": "code", "asset": "usdt", "total": total, "shares": shares, "min": min, "title_en": "Catch of the month",
            "title_zh": "每月红包", "starts_ms": null, "hours": PACKET_HOURS, "min_age_days": 0, "min_casts_7d": 0,
            "countries": [], "reason": format!("campaign of {month}"),
        });
        let made = change(&content, "packets/create", body).await?;
        let code = made["code"].as_str().map(str::to_owned);
        Ok(code.context("a packet has a code")?)
    }

    async fn signs_in(&self, role: Role) -> Result<Client, Failure> {
        let mut client = Client::at(&self.url);
        let totp = credentials::code(&self.secrets.totp_secret, self.clock.now());
        let login = json!({ "name": demo::name(role), "password": self.secrets.password, "totp": totp });
        let no_key = |_: &Value| Err(Failure::Usage("The demo's staff have no keys.".into()));
        client.enter(&login, no_key).await?;
        Ok(client)
    }
}

async fn close(lead: &Client, day: Day) -> Result<(), Failure> {
    let body = json!({ "day": day, "reason": "daily close" });
    let closed = change(lead, "days/close", body).await?;
    match closed["report"]["balanced"] == true {
        true => Ok(()),
        false => Err(anyhow::anyhow!("the books of {day} do not balance").into()),
    }
}

/// One proposes, another approves, and it is carried out.
async fn decide(house: &House, (maker, checker): (&Client, &Client), call: &str, what: Value) -> Result<(), Failure> {
    let said = what.to_string();
    let made = change(maker, call, what).await?;
    house
        .rounds
        .follow()
        .await
        .map_err(crate::commands::database::failure)?;
    let yes = json!({ "proposal": made["proposal"], "digest": made["digest"], "reason": "checked" });
    let done = change(checker, "proposals/approve", yes).await?;
    house
        .rounds
        .follow()
        .await
        .map_err(crate::commands::database::failure)?;
    match done["code"] == 0 {
        true => Ok(()),
        false => Err(anyhow::anyhow!("{call} {said} was approved and refused: {done}").into()),
    }
}

async fn change(client: &Client, call: &str, mut body: Value) -> Result<Value, Failure> {
    body["req_id"] = json!(Uuid::new_v4());
    Ok(client.repeat(call, &body).await?.value())
}
