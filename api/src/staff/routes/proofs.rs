//! Checkpoints and proofs.

use crate::call::{Answer, Data};
use crate::staff::call::Desk;
use crate::staff::reading;
use crate::staff::wire::proofs::{ProofsCheckpointsBody, ProofsConsistencyBody, ProofsInclusionBody};

/// Signed checkpoints.
pub async fn checkpoints(desk: Desk<ProofsCheckpointsBody>) -> Answer {
    let data = reading::proofs::checkpoints(desk.app.ledger(), &desk.body).await?;
    Ok(Data::of(&data))
}

/// The proof that an event is in the log.
pub async fn inclusion(desk: Desk<ProofsInclusionBody>) -> Answer {
    let data = reading::proofs::inclusion(desk.app.ledger(), &desk.body).await?;
    Ok(Data::of(&data))
}

/// The proof that the log has only grown.
pub async fn consistency(desk: Desk<ProofsConsistencyBody>) -> Answer {
    let data = reading::proofs::consistency(desk.app.ledger(), &desk.body).await?;
    Ok(Data::of(&data))
}
