# For tests only: OpenStack Swift with its S3 interface, all of it in one process on loopback. It ends with its input.
# Debian: python3-swift. Argument: an empty folder, on a file system with extended attributes.
import os
import sys

import eventlet
import eventlet.patcher
import eventlet.wsgi

eventlet.patcher.monkey_patch()

from swift.common import storage_policy, utils, wsgi  # noqa: E402
from swift.common.ring.builder import RingBuilder  # noqa: E402

home = sys.argv[1]
etc = os.path.join(home, "etc")
devices = os.path.join(home, "devices")
os.makedirs(etc)
os.makedirs(os.path.join(devices, "d"))
silence = open(os.devnull, "w")


def write(name, text):
    with open(os.path.join(etc, name), "w") as file:
        file.write(text)
    return os.path.join(etc, name)


class Cache:
    """What the proxy keeps in memcached, in this process."""

    def __init__(self):
        self.values = {}

    def get(self, key, *_, **__):
        return self.values.get(key)

    def set(self, key, value, *_, **__):
        self.values[key] = value

    def delete(self, key, *_, **__):
        self.values.pop(key, None)

    def incr(self, key, delta=1, *_, **__):
        self.values[key] = int(self.values.get(key, 0)) + delta
        return self.values[key]

    def set_multi(self, mapping, *_, **__):
        self.values.update(mapping)

    def get_multi(self, keys, *_, **__):
        return [self.values.get(key) for key in keys]


cache = Cache()


def with_cache(app):
    def run(env, start_response):
        env["swift.cache"] = cache
        return app(env, start_response)

    return run


conf = write(
    "swift.conf",
    "[swift-hash]\nswift_hash_path_suffix = test\n[storage-policy:0]\nname = one\ndefault = yes\n",
)
utils.SWIFT_CONF_FILE = storage_policy.SWIFT_CONF_FILE = conf
utils.validate_hash_conf()
storage_policy.reload_storage_policies()

common = "[DEFAULT]\nswift_dir = %s\ndevices = %s\nmount_check = false\nlog_level = CRITICAL\n" % (etc, devices)
backends = ("account", "container", "object")
sockets = {kind: eventlet.listen(("127.0.0.1", 0)) for kind in (*backends, "proxy")}
apps = {}
for kind in backends:
    builder = RingBuilder(1, 1, 1)
    port = sockets[kind].getsockname()[1]
    builder.add_dev({"region": 1, "zone": 1, "ip": "127.0.0.1", "port": port, "device": "d", "weight": 1})
    builder.rebalance()
    builder.get_ring().save(os.path.join(etc, kind + ".ring.gz"))
    section = "[pipeline:main]\npipeline = it\n[app:it]\nuse = egg:swift#%s\n" % kind
    apps[kind] = write(kind + ".conf", common + section)
apps["proxy"] = write(
    "proxy.conf",
    common
    + """[pipeline:main]
pipeline = catch_errors s3api tempauth proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
""",
)


def end_with_input():
    sys.stdin.read()
    os._exit(0)


eventlet.patcher.original("threading").Thread(target=end_with_input, daemon=True).start()
for kind, file in apps.items():
    app = wsgi.loadapp(file)
    serving = with_cache(app) if kind == "proxy" else app
    eventlet.spawn_n(
        eventlet.wsgi.server, sockets[kind], serving, log=silence, protocol=wsgi.SwiftHttpProtocol
    )
print("ready %d" % sockets["proxy"].getsockname()[1], flush=True)
while True:
    eventlet.sleep(3600)
