//! The books.

use crate::call::{Answer, Data};
use crate::staff::call::Desk;
use crate::staff::reading;
use crate::staff::wire::books::{BooksAccountsBody, BooksStatementBody, BooksTrialBody};

/// The trial balance.
pub async fn trial(desk: Desk<BooksTrialBody>) -> Answer {
    let data = reading::books::trial(desk.app.ledger(), &desk.body).await?;
    Ok(Data::of(&data))
}

/// Accounts with their balances.
pub async fn accounts(desk: Desk<BooksAccountsBody>) -> Answer {
    let data = reading::books::accounts(desk.app.ledger(), &desk.body).await?;
    Ok(Data::of(&data))
}

/// The statement of an owner.
pub async fn statement(desk: Desk<BooksStatementBody>) -> Answer {
    let data = reading::books::statement(desk.app.ledger(), &desk.body).await?;
    Ok(Data::of(&data))
}
