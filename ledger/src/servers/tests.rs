use super::*;

const fn at(timeline: u32) -> Identity {
    Identity { system: 7, timeline }
}

/// Takes a server without an address for the primary; whether another one was before.
fn takes(servers: &Servers, index: usize, identity: Identity) -> Option<bool> {
    servers.found(index, identity, &[]).ok()
}

fn hosts(url: &str) -> Vec<(String, u16, Option<String>)> {
    let servers: Servers = url.parse().expect("an address");
    let part = |address: &PgConnectOptions| {
        assert_eq!(
            (address.get_username(), address.get_database()),
            ("ann", Some("ledger"))
        );
        let folder = address.get_socket().map(|folder| folder.display().to_string());
        (address.get_host().to_owned(), address.get_port(), folder)
    };
    servers.0.addresses.iter().map(part).collect()
}

#[test]
fn an_address_may_name_several_hosts_that_share_everything_else() {
    let tcp = |host: &str, port| (host.to_owned(), port, None);
    assert_eq!(hosts("postgres://ann:p%40s@db1/ledger"), [tcp("db1", 5432)]);
    assert_eq!(
        hosts("postgresql://ann:p%40s,x@db1:5433,db2,[::1]:6000/ledger?sslmode=disable"),
        [tcp("db1", 5433), tcp("db2", 5432), tcp("[::1]", 6000)]
    );
    let sockets = hosts("postgres://ann@%2Ftmp%2Fa:1,%2Ftmp%2Fb:2/ledger");
    let folders: Vec<_> = sockets
        .iter()
        .map(|(_, port, folder)| (*port, folder.as_deref()))
        .collect();
    assert_eq!(folders, [(1, Some("/tmp/a")), (2, Some("/tmp/b"))]);
}

#[test]
fn an_address_with_a_host_that_is_none_is_refused() {
    for url in ["postgres://ann@db1:port,db2/ledger", "postgres://ann@db1,:x/ledger"] {
        assert!(url.parse::<Servers>().is_err(), "{url}");
    }
}

#[test]
fn another_login_is_led_to_the_same_server() {
    let servers: Servers = "postgres://ann@db1:1,db2:2/ledger".parse().expect("an address");
    assert_eq!(takes(&servers, 1, at(2)), Some(true));
    let owner = servers.as_login(&"postgres://owner@db1:1/ledger".parse().expect("an address"));
    assert_eq!(
        (owner.get_username(), owner.get_host(), owner.get_port()),
        ("owner", "db2", 2)
    );
    assert!(servers.is_of_primary(Duration::ZERO));
    assert!(!servers.is_of_primary(Duration::from_secs(60)));
}

#[test]
fn a_server_of_an_older_timeline_is_never_the_primary_again() {
    let servers: Servers = "postgres://ann@db1:1,db2:2/ledger".parse().expect("an address");
    assert_eq!(takes(&servers, 0, at(1)), Some(false));
    assert_eq!(takes(&servers, 1, at(2)), Some(true));
    assert_eq!(
        takes(&servers, 0, at(1)),
        None,
        "whoever found it gets no connection to it"
    );
    assert_eq!(servers.primary().get_port(), 2);
    assert_eq!(takes(&servers, 0, at(3)), Some(true));
    assert_eq!(servers.primary().get_port(), 1);
}

#[test]
fn a_promotion_under_the_same_name_is_another_primary() {
    let peer = |port| Peer::Network(([127, 0, 0, 1], port).into());
    for address in ["postgres://ann@db1:1,db2:2/ledger", "postgres://ann@db1:1/ledger"] {
        let servers: Servers = address.parse().expect("an address");
        let found = |timeline, port| servers.found(0, at(timeline), &[peer(port)]).ok();
        assert_eq!(found(1, 1), Some(false));
        assert_eq!(found(1, 2), Some(false), "one name may have several addresses");
        assert_eq!(servers.known().peers, [peer(1), peer(2)]);
        assert!(servers.is_of_primary(Duration::from_secs(60)));
        assert_eq!(found(2, 3), Some(true));
        assert_eq!(servers.known().peers, [peer(3)]);
        assert!(!servers.is_of_primary(Duration::from_secs(60)), "it was made before");
        assert_eq!(found(1, 1), None, "the one before is still there");
    }
}

/// As where a dump was restored on a new server, which begins with the first timeline.
#[test]
fn another_cluster_takes_the_place_of_the_only_server_and_not_that_of_one_of_several() {
    let other = Identity { system: 8, timeline: 1 };
    let only: Servers = "postgres://ann@db1/ledger".parse().expect("an address");
    assert_eq!(takes(&only, 0, at(3)), Some(false));
    assert_eq!(takes(&only, 0, other), Some(true));
    assert!(!only.is_of_primary(Duration::from_secs(60)), "it was made before");
    assert_eq!(takes(&only, 0, other), Some(false));
    let listed: Servers = "postgres://ann@db1,db2/ledger".parse().expect("an address");
    assert_eq!(takes(&listed, 0, at(3)), Some(false));
    assert_eq!(takes(&listed, 1, Identity { timeline: 9, ..other }), None);
    assert_eq!(takes(&listed, 1, at(4)), Some(true));
}
