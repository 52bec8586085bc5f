//! Any order of paying, sending again, waiting and mining: the same bytes pay at most
//! once, a slot at most once in its timeout, and no money is made or lost.

use std::collections::BTreeMap;

use local_chain::{Chain, Settings};
use proptest::prelude::*;
use ton::jetton::Body;
use ton::payout::{self, FORWARD_NANO, Payout};
use ton::transaction::Message;
use ton::wallet::{QueryId, SUBWALLET_ID, Wallet};
use ton::{Address, SigningKey};

const PLAYER: Address = Address::new([5; 32]);
const TIMEOUT_S: u32 = 600;
const MINTED: u128 = 40;

#[derive(Clone, Debug)]
enum Step {
    /// Signs anew for the slot, at the time that it is, and sends.
    Pay {
        slot: u64,
        amount: u128,
    },
    /// Sends some bytes that were signed before.
    Again {
        which: usize,
    },
    Wait {
        seconds: u64,
    },
    Mine,
    Starve,
    Feed,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (0_u64..5, 1_u128..15).prop_map(|(slot, amount)| Step::Pay { slot, amount }),
        4 => any::<usize>().prop_map(|which| Step::Again { which }),
        2 => (1_u64..900).prop_map(|seconds| Step::Wait { seconds }),
        3 => Just(Step::Mine),
        1 => Just(Step::Starve),
        1 => Just(Step::Feed),
    ]
}

struct World {
    chain: Chain,
    key: SigningKey,
    wallet: Wallet,
    signed: Vec<Vec<u8>>,
}

impl World {
    fn new() -> World {
        let settings = Settings {
            demo_wallets: 0,
            ..Settings::default()
        };
        let key = SigningKey::from_bytes(&[42; 32]);
        let wallet = Wallet::of(key.verifying_key().to_bytes(), SUBWALLET_ID, TIMEOUT_S);
        let chain = Chain::new(&settings);
        chain.faucet(wallet.address, 5_000_000_000);
        chain.mint(wallet.address, MINTED);
        chain.settle();
        World {
            chain,
            key,
            wallet,
            signed: Vec::new(),
        }
    }

    fn play(&mut self, step: &Step) {
        match step {
            Step::Pay { slot, amount } => self.pay(*slot, *amount),
            Step::Again { which } => match self.signed.len() {
                0 => {}
                count => self.send(which % count),
            },
            Step::Wait { seconds } => {
                self.chain.advance(*seconds);
            }
            Step::Mine => {
                self.chain.mine();
            }
            Step::Starve => self.chain.set_ton(self.wallet.address, 20_000_000),
            Step::Feed => self.chain.faucet(self.wallet.address, 1_000_000_000),
        }
    }

    fn pay(&mut self, slot: u64, amount_minor: u128) {
        let payout = Payout {
            query_id: QueryId::nth(slot).expect("a slot"),
            created_at: self.chain.head().now,
            jetton_wallet: Chain::usdt_wallet(self.wallet.address),
            to: PLAYER,
            amount_minor,
            comment: None,
            ton_value: 100_000_000,
            forward_ton: FORWARD_NANO,
            response_to: self.wallet.address,
        };
        let deploy = self.chain.standing(self.wallet.address).word != "active";
        self.signed
            .push(payout::sign(&self.key, &self.wallet, &payout, deploy).boc);
        self.send(self.signed.len() - 1);
    }

    /// Whether it is taken or refused is the chain's business here.
    fn send(&self, which: usize) {
        let _taken_or_refused = self.chain.send(&self.signed[which]);
    }

    /// What arrived at the player.
    fn paid(&self) -> u128 {
        let received = self.chain.transactions(Chain::usdt_wallet(PLAYER));
        let messages = received.iter().filter_map(|received| received.in_msg.as_ref());
        messages
            .map(|message| match message.content() {
                Body::InternalTransfer(moved) => moved.amount_minor,
                _ => 0,
            })
            .sum()
    }

    /// Messages that the hot wallet executed: the hash, and when by slot.
    fn executed(&self) -> (Vec<[u8; 32]>, BTreeMap<u64, Vec<u64>>) {
        let (mut hashes, mut slots) = (Vec::new(), BTreeMap::<u64, Vec<u64>>::new());
        for done in self.chain.transactions(self.wallet.address) {
            let message = done.in_msg.as_ref().expect("a message");
            if message.source.is_none() {
                hashes.push(message.hash);
            }
            if let Some(Body::Transfer(transfer)) = done.out_msgs.first().map(Message::content) {
                slots.entry(transfer.query_id).or_default().push(done.now);
            }
        }
        (hashes, slots)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn bytes_are_executed_once_and_a_slot_once_a_timeout(steps in proptest::collection::vec(step(), 1..30)) {
        let mut world = World::new();
        for step in &steps {
            world.play(step);
        }
        world.chain.settle();
        let paid = world.paid();
        prop_assert_eq!(world.chain.usdt_balance(PLAYER), paid);
        prop_assert_eq!(world.chain.usdt_balance(world.wallet.address), MINTED - paid);
        let (mut hashes, slots) = world.executed();
        let executed = hashes.len();
        hashes.sort_unstable();
        hashes.dedup();
        prop_assert_eq!(hashes.len(), executed, "the same bytes never twice, however late");
        // The contract forgets a slot in the end; that a slot is used for ever is the ledger's rule.
        for (slot, times) in slots {
            let apart = times.windows(2).all(|pair| pair[1] - pair[0] >= u64::from(TIMEOUT_S));
            prop_assert!(apart, "slot {slot} was executed at {times:?}");
        }
    }
}
