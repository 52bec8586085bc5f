//! A player's proof that his balance is in the total that the house signed (ledger §4.5).

use super::body::body;
use super::withdraw::channel;
use ledger::notary::liabilities::Proof;
use ledger::notary::liabilities::proven::Proven;
use rails::reconcile::Compared;
use serde::Serialize;
use utoipa::ToSchema;

body! {
    /// Asks for what proves the player's balances.
    WalletProofBody(ts, token) {}
}

/// What proves the player's balances in the newest statement.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WalletProofData {
    /// The statement; null before the first one.
    #[schema(required)]
    pub statement: Option<PublishedStatement>,
    /// One for each asset of which the player was owed something then.
    pub proofs: Vec<LiabilityProof>,
    /// What the house holds against it: anybody can look at these accounts on their chains.
    pub custody: Vec<CustodyAccount>,
}

/// An account of the house on a chain, as the service last saw it there.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CustodyAccount {
    /// The chain: `ton` or `evm`.
    pub chain: String,
    /// The account's address there.
    pub address: String,
    /// What it held, in USDT.
    pub held: String,
    /// When it was seen, in milliseconds.
    pub at: i64,
}

impl From<&Compared> for CustodyAccount {
    fn from(compared: &Compared) -> CustodyAccount {
        let (chain, address) = compared.account();
        CustodyAccount {
            chain: channel(chain).to_owned(),
            address,
            held: compared.check.on_chain.to_string(),
            at: compared.at.0,
        }
    }
}

/// Where a statement is and what verifies it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PublishedStatement {
    /// The moment that it is of, in milliseconds: everybody reads it at `/liabilities/<moment>`.
    pub at: i64,
    /// The key that signed it: name, id and key, as `ledger checkpoint --vkey` prints it.
    pub vkey: String,
}

/// Shows that an amount is in the total of an asset: a leaf of the sum tree and the nodes beside its way to the root.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LiabilityProof {
    /// The name of the statements.
    pub origin: String,
    /// The checkpoint that the statement names.
    pub checkpoint: u64,
    /// The asset.
    pub asset: String,
    /// The player's id.
    pub player: String,
    /// What the player was owed, in minor units: spendable, on hold and accrued.
    pub amount: String,
    /// What hides the amount from whoever guesses it, base64.
    pub blinding: String,
    /// The place of the leaf, from 0.
    pub index: u64,
    /// From the leaf upwards: hash in base64, space, total.
    pub path: Vec<String>,
}

fn statement(proven: &Proven) -> PublishedStatement {
    PublishedStatement {
        at: proven.statement.extent.time.0,
        vkey: proven.vkey.to_string(),
    }
}

impl WalletProofData {
    /// What proves the player's balances, where a statement was published, and what the house holds.
    pub fn of(proven: Option<Proven>, custody: &[Compared]) -> WalletProofData {
        let (statement, proofs) = proven.map(|proven| (statement(&proven), proven.proofs)).unzip();
        let proofs = proofs.unwrap_or_default().into_iter();
        WalletProofData {
            statement,
            proofs: proofs.map(LiabilityProof::from).collect(),
            custody: custody.iter().map(CustodyAccount::from).collect(),
        }
    }
}

impl From<Proof> for LiabilityProof {
    fn from(proof: Proof) -> LiabilityProof {
        LiabilityProof {
            origin: proof.origin,
            checkpoint: proof.checkpoint,
            asset: proof.asset.name().to_owned(),
            player: proof.player.to_string(),
            amount: proof.amount.to_string(),
            blinding: proof.blinding,
            index: proof.index,
            path: proof.path,
        }
    }
}
