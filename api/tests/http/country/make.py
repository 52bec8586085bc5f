"""Makes countries.mmdb: the documentation networks of RFC 5737 and RFC 3849 as if they lay in countries.

    pip install mmdb_writer && python make.py
"""

from netaddr import IPSet
from mmdb_writer import MMDBWriter

writer = MMDBWriter(6, "Test-Country", languages=["en"], ipv4_compatible=True)
for network, country in [
    ("203.0.113.0/24", "MT"),
    ("198.51.100.0/24", "US"),
    ("2001:db8::/32", "DE"),
]:
    writer.insert_network(IPSet([network]), {"country": {"iso_code": country}})
# A network whose record knows a continent and no country.
writer.insert_network(IPSet(["192.0.2.0/24"]), {"continent": {"code": "EU"}})
writer.to_db_file("countries.mmdb")
