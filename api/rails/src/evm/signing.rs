//! What is signed for a slot: a payment, the same one with a higher fee, and in the end a cancellation.
//!
//! All of them have the slot's number, so the chain executes one at most.

use super::{Evm, RailFault, unfit};
use crate::{Kept, Payment, Purpose, Signed};
use domain::time::Timestamp;
use evm::payout::{self, Deed, Fee, Payout};

/// Age at which a message is replaced by one with a higher fee (ASSUMED: five blocks of Ethereum).
const REPLACE_AFTER_MS: i64 = 60_000;

impl Evm {
    fn payout(&self, payment: &Payment, purpose: Purpose, fee: Fee) -> Result<Payout, RailFault> {
        let deed = match purpose {
            Purpose::Pay => Deed::Pay {
                token: self.access.token,
                to: Evm::payee(payment)?,
                amount_minor: u128::try_from(payment.amount.minor()).map_err(unfit)?,
            },
            Purpose::Cancel => Deed::Cancel,
        };
        Ok(Payout {
            chain_id: self.access.chain_id,
            nonce: payment.slot.query_id,
            deed,
            fee,
        })
    }

    fn sign(&self, payment: &Payment, purpose: Purpose, fee: Fee) -> Result<(Purpose, Signed), RailFault> {
        let signed = payout::sign(&self.access.key, &self.payout(payment, purpose, fee)?).map_err(unfit)?;
        let (body, hash) = (signed.raw, signed.hash);
        Ok((purpose, Signed { body, hash }))
    }

    /// What nodes ask for, but never more than the house gives.
    async fn fee_within(&self) -> Result<(Fee, bool), RailFault> {
        let (asked, most) = (self.fee().await?, self.access.fee_most);
        let fee = Fee {
            most: asked.most.min(most),
            tip: asked.tip.min(most),
        };
        Ok((fee, asked.most <= most))
    }

    /// See `Rail::next` and `Rail::cancel`. A payment is never signed beyond the highest price; a cancellation may go a step over it,
    /// because everything behind its number waits.
    pub(super) async fn sign_next(
        &self,
        payment: &Payment,
        kept: &[Kept],
        purpose: Purpose,
        now: Timestamp,
    ) -> Result<Option<(Purpose, Signed)>, RailFault> {
        let Some(last) = kept.last() else {
            let (fee, is_enough) = self.fee_within().await?;
            if purpose == Purpose::Pay && !is_enough {
                tracing::warn!(
                    rail = super::NAME,
                    "the chain asks for more than the house gives: a payout waits"
                );
                return Ok(None);
            }
            return self.sign(payment, purpose, fee).map(Some);
        };
        let is_first_cancel = (last.purpose, purpose) == (Purpose::Pay, Purpose::Cancel);
        if !is_first_cancel && now.since(last.at) < REPLACE_AFTER_MS {
            return Ok(None);
        }
        let (read, _) = payout::read(&last.signed.body, self.wallet).map_err(unfit)?;
        let (asked, _) = self.fee_within().await?;
        let is_outbid = asked.most > read.fee.most || asked.tip > read.fee.tip;
        let raised = read.fee.raised(asked);
        if is_first_cancel {
            return self.sign(payment, Purpose::Cancel, raised).map(Some);
        }
        if !is_outbid || last.purpose == Purpose::Pay && raised.most > self.access.fee_most {
            return Ok(None);
        }
        self.sign(payment, last.purpose, raised).map(Some)
    }

    /// See `Rail::is`.
    pub(super) fn is_for(&self, kept: &Kept, payment: &Payment) -> bool {
        let Ok((read, hash)) = payout::read(&kept.signed.body, self.wallet) else {
            return false;
        };
        let wanted = self.payout(payment, kept.purpose, read.fee);
        hash == kept.signed.hash && wanted.is_ok_and(|wanted| wanted == read)
    }
}
