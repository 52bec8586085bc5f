//! The objects of the answers, field by field as the real service names them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use ton::Address;
use ton::transaction::{Message, Transaction};

use super::stack;
use crate::state::Block;

const SHARD: &str = "-9223372036854775808";

pub fn masterchain(head: Block) -> Value {
    json!({
        "@type": "blocks.masterchainInfo",
        "last": block_id(head),
        "state_root_hash": STANDARD.encode(block_hash(head)),
        "init": block_id(Block { seqno: 0, ..head }),
    })
}

pub fn block_id(block: Block) -> Value {
    let hash = STANDARD.encode(block_hash(block));
    json!({
        "@type": "ton.blockIdExt",
        "workchain": -1,
        "shard": SHARD,
        "seqno": block.seqno,
        "root_hash": hash,
        "file_hash": hash,
    })
}

/// Stands for the hash of a block that nobody made: its number, time and logical time.
fn block_hash(block: Block) -> [u8; 32] {
    let mut hash = [0; 32];
    hash[..4].copy_from_slice(&block.seqno.to_be_bytes());
    hash[4..12].copy_from_slice(&block.now.to_be_bytes());
    hash[12..20].copy_from_slice(&block.lt.to_be_bytes());
    hash
}

pub fn transaction_id(lt: u64, hash: [u8; 32]) -> Value {
    json!({ "@type": "internal.transactionId", "lt": lt.to_string(), "hash": STANDARD.encode(hash) })
}

pub fn transaction_json(address: Address, transaction: &Transaction) -> Value {
    json!({
        "@type": "raw.transaction",
        "address": { "@type": "accountAddress", "account_address": address.bounceable() },
        "utime": transaction.now,
        "transaction_id": transaction_id(transaction.lt, transaction.hash),
        "fee": transaction.fees.to_string(),
        "storage_fee": "0",
        "other_fee": transaction.fees.to_string(),
        "in_msg": transaction.in_msg.as_ref().map(message_json),
        "out_msgs": transaction.out_msgs.iter().map(message_json).collect::<Vec<_>>(),
    })
}

pub fn message_json(message: &Message) -> Value {
    let account = |address: &Option<Address>| address.map(|address| address.bounceable()).unwrap_or_default();
    json!({
        "@type": "raw.message",
        "hash": STANDARD.encode(message.hash),
        "source": account(&message.source),
        "destination": account(&message.destination),
        "value": message.value.to_string(),
        "extra_currencies": [],
        "fwd_fee": "0",
        "ihr_fee": "0",
        "created_lt": message.created_lt.to_string(),
        "body_hash": STANDARD.encode(message.body.repr_hash().0),
        "msg_data": { "@type": "msg.dataRaw", "body": stack::bytes(&message.body), "init_state": "" },
    })
}
