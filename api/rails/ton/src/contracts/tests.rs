use super::*;

/// A code that is not exactly the known one must never be paid with.
#[test]
fn every_code_has_its_known_hash() {
    for (code, hash) in [
        (
            &HIGHLOAD_WALLET_V3,
            "11acad7955844090f283bf238bc1449871f783e7cc0979408d3f4859483e8525",
        ),
        (
            &WALLET_V4,
            "feb5ff6820e2ff0d9483e7e0d62c817d846789fb4ae580c878866d959dabd5c0",
        ),
        (
            &USDT_WALLET_LIBRARY,
            "8f452d7a4dfd74066b682365177259ed05734435be76b5fd4bd5d8af2b7c3d68",
        ),
        (
            &USDT_WALLET,
            "89468f02c78e570802e39979c8516fc38df07ea76a48357e0536f2ba7b3ee37b",
        ),
        (
            &USDT_MASTER,
            "18d5b6e780ff0bb451254c2c760d09d6e485638cd1407abb97078752c3c1c9ee",
        ),
    ] {
        assert_eq!(hex::encode(code.repr_hash().0), hash);
    }
}

/// Owners and jetton wallets of the main net, as its own minter answers.
#[test]
fn the_jetton_wallet_of_an_owner_is_computed_as_the_main_net_does() {
    let master = Address::parse(USDT_MAIN_NET).expect("an address");
    for (owner, wallet) in [
        (
            "UQAj-peZGPH-cC25EAv4Q-h8cBXszTmkch6ba6wXC8BM40qt",
            "EQAmJs8wtwK93thF78iD76RQKf9Z3v2sxM57iwpZZtdQAiVM",
        ),
        (
            "EQB2BtXDXaQuIcMYW7JEWhHmwHfPPwa-eoCdefiAxOhU3pQg",
            "0:89c154a4225ebfa810891236ba01975f1f8860d2b090be3036fa05c36b53c77c",
        ),
    ] {
        let [owner, wallet] = [owner, wallet].map(|text| Address::parse(text).expect("an address"));
        assert_eq!(jetton_wallet_address(master, owner), wallet);
    }
}
