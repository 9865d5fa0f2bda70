"""Sequence numbers of alerts instead of transaction ids; stored positions are translated.

Counters, versions and numbers are from now on written by the statements that write alerts (``alerts.bookkeeping_repository``), so the triggers
on alerts go.
"""

from tortoise import BaseDBAsyncClient

RUN_IN_TRANSACTION = True


async def upgrade(db: BaseDBAsyncClient) -> str:
    return """
LOCK TABLE alerts IN ACCESS EXCLUSIVE MODE;
DROP TRIGGER count_raised ON alerts;
DROP TRIGGER count_changed ON alerts;
DROP TRIGGER count_removed ON alerts;
DROP TRIGGER email_accounts_raised ON alerts;
DROP TRIGGER email_accounts_changed ON alerts;
DROP TRIGGER email_accounts_removed ON alerts;
DROP TRIGGER versions_kept ON alerts;
DROP TRIGGER floors_raised ON alerts;
DROP TRIGGER floors_raised ON email_accounts;
DROP FUNCTION count_raised_alerts, count_changed_alerts, count_removed_alerts, count_alerts_of_email_accounts, keep_alert_versions,
    raise_alert_floors, raise_floors_of_email_accounts;

-- A row that is rewritten is entered in every index again: building the indexes afterwards takes a fraction of the time.
DROP INDEX "idx_alerts_account_b9ed3c";
CREATE TEMPORARY TABLE dropped_indexes ON COMMIT DROP AS
SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
FROM pg_index WHERE indrelid = 'alerts'::regclass AND NOT indisunique;
DO $$ DECLARE dropped record; BEGIN
    FOR dropped IN SELECT * FROM dropped_indexes LOOP EXECUTE 'DROP INDEX ' || dropped.name; END LOOP;
END $$;
ALTER TABLE "alerts" ADD "sequence" BIGINT;
ALTER TABLE "alerts" ALTER COLUMN "transaction_id" DROP NOT NULL;
UPDATE alerts SET sequence = numbered.number FROM (
    SELECT account_id, id, row_number() OVER (PARTITION BY account_id ORDER BY transaction_id, id) AS number FROM alerts
) AS numbered WHERE alerts.account_id = numbered.account_id AND alerts.id = numbered.id;
ALTER TABLE "alerts" ALTER COLUMN "sequence" SET NOT NULL;
DO $$ DECLARE dropped record; BEGIN
    FOR dropped IN SELECT * FROM dropped_indexes LOOP EXECUTE dropped.definition; END LOOP;
END $$;
CREATE INDEX "idx_alerts_account_f61f6d" ON "alerts" ("account_id", "sequence");
-- For older cursors; no new alert is in it.
CREATE INDEX alerts_transactions ON alerts (account_id, transaction_id, id) WHERE transaction_id IS NOT NULL;
COMMENT ON COLUMN "alerts"."sequence" IS 'the number under which it was raised';
COMMENT ON COLUMN "alerts"."transaction_id" IS 'of alerts from before sequence numbers, for older cursors';

CREATE TABLE "alert_sequences" (
    "account_id" UUID NOT NULL PRIMARY KEY,
    "last_number" BIGINT NOT NULL,
    "announced" BIGINT NOT NULL DEFAULT 0,
    "operation_id" UUID,
    "announced_before" BIGINT NOT NULL DEFAULT 0,
    "floor" BIGINT NOT NULL DEFAULT 0,
    "last_transaction_id" BIGINT
);
COMMENT ON COLUMN "alert_sequences"."last_number" IS 'the last number used';
COMMENT ON COLUMN "alert_sequences"."announced" IS 'number of the last announced change';
COMMENT ON COLUMN "alert_sequences"."operation_id" IS 'the operation that made the last announced change';
COMMENT ON COLUMN "alert_sequences"."announced_before" IS 'number of the last announced change of another operation';
COMMENT ON COLUMN "alert_sequences"."floor" IS 'the last change that no version keeps; older anchors have ended';
COMMENT ON COLUMN "alert_sequences"."last_transaction_id" IS 'where older cursors end; null for newer accounts';
COMMENT ON TABLE "alert_sequences" IS 'The numbers of an account: each alert that is raised gets the next one, and so does each statement that changes alerts.';
-- Whether alerts have changed since an older cursor isn't known: the first number after the alerts is such a change.
INSERT INTO alert_sequences (account_id, last_number, announced, announced_before, last_transaction_id)
SELECT account_id, number, number, number, pg_snapshot_xmax(pg_current_snapshot())::text::bigint
FROM (
    SELECT id AS account_id, coalesce((SELECT max(sequence) FROM alerts WHERE account_id = accounts.id), 0) + 1 AS number
    FROM accounts
) AS numbered;

-- A position was a cursor: a byte for its format, the transaction, the alert, and a checksum, in base64 without padding.
ALTER TABLE "alert_mail_positions" ADD "sequence" BIGINT NOT NULL DEFAULT 0;
UPDATE alert_mail_positions AS kept SET sequence = coalesce((
    SELECT alerts.sequence FROM alerts WHERE alerts.account_id = kept.account_id AND alerts.transaction_id IS NOT NULL
        AND (alerts.transaction_id, alerts.id) <= (read.transaction_id, read.alert_id)
    ORDER BY alerts.transaction_id DESC, alerts.id DESC LIMIT 1), 0)
FROM (
    SELECT id, ('x' || encode(substring(data FROM 2 FOR 8), 'hex'))::bit(64)::bigint AS transaction_id,
        encode(substring(data FROM 10 FOR 16), 'hex')::uuid AS alert_id
    FROM (
        SELECT id, decode(rpad(translate(cursor, '-_', '+/'), 40, '='), 'base64') AS data FROM alert_mail_positions
        WHERE length(cursor) = 39
    ) AS decoded
) AS read
WHERE read.id = kept.id;
-- A position in a transaction that this server has not reached is another server's, from before a restore: emails have stopped since.
-- They go on with the first alert after the last email, or after those of the other server; some alerts may be emailed again.
UPDATE alert_mail_positions AS kept SET sequence = coalesce((
    SELECT min(alerts.sequence) - 1 FROM alerts WHERE alerts.account_id = kept.account_id AND alerts.datetime > coalesce(
        kept.told_at,
        (SELECT max(datetime) FROM alerts WHERE account_id = kept.account_id
            AND transaction_id >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint),
        '-infinity')
    ), kept.sequence)
WHERE length(cursor) = 39
    AND ('x' || encode(substring(decode(rpad(translate(cursor, '-_', '+/'), 40, '='), 'base64') FROM 2 FOR 8), 'hex'))::bit(64)::bigint
        >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
ALTER TABLE "alert_mail_positions" ALTER COLUMN "sequence" DROP DEFAULT;
ALTER TABLE "alert_mail_positions" DROP COLUMN "cursor";
COMMENT ON COLUMN "alert_mail_positions"."sequence" IS 'number of the last alert that needs no email';

-- Lists that are anchored before this are loaded again.
TRUNCATE alert_versions;
ALTER TABLE "alert_versions" DROP COLUMN "transaction_id";
ALTER TABLE "alert_versions" ADD "sequence" BIGINT NOT NULL;
COMMENT ON COLUMN "alert_versions"."sequence" IS 'the number of the change';
CREATE INDEX "idx_alert_versi_account_380cc9" ON "alert_versions" ("account_id", "sequence");
DROP TABLE "alert_floors";

COMMENT ON TABLE "alert_counters" IS 'The number of an account''s alerts by list, state and day, so that no page counts rows.';
COMMENT ON TABLE "domain_alert_counters" IS 'The number of a domain''s alerts by state and day, maintained as ``AlertCounter`` is.';"""


async def downgrade(db: BaseDBAsyncClient) -> str:
    return """
DO $$ BEGIN RAISE 'Downgrades are not supported: restore a backup from before the upgrade.'; END $$;"""


MODELS_STATE = (
    "eJztff1zozgS6L+i8i87W+WZmknmazOvXpWTeGZ9k8TZONm5vcsVIUaOecHCBzhZ393+76"
    "9bAgxYEMAfEY6q7nY3oJZwt6T+7v5va+Ja1PHfXPnUax2Q/7aYOaHwH6nnbdIyp9PFU3wQ"
    "mLcOHziDEfyJeesHnjkM4OHIdHwKjyzqDz17Gtguw6EdMoWxLiOPY5cMTUYc947Y7AsxyY"
    "RObuHd2J6SocsYHQY+CcZ0QgKXwEBzOHRnLHiD61juEBay2d36ppwx+98zagTuHYURiIh/"
    "/gse28yif1I/+nN6b4xs6lgpPNkWTsCfG8F8yp9dXfWOv/KR+Lm3xtB1ZhO2GD2dB2OXxc"
    "NnM9t6gzD47o4y6pkBtRJoZDPHCdEdPRJfDA8Cb0bjT7UWDyw6MmcOEqP1f0YzNkQakFuP"
    "msOxY9+Ngzf3dvDGtigLbPh4z3/D6KNhW/83/OQEuGGc9S+NQffSMFpLNMVPy9AkfAQ4x/"
    "1gswAR+N+/xLwLRPGnLVzg6NfOxav9jz9z1Lh+cOfxlxyNrb84oBmYApQTY4F9OjFtZ5kA"
    "l/TPQE6AGCBDA/jUOtiPHizQv9j6EQIjFG0XqZfdv1/izBPf/7eDD85+71xwTJ92/s5RPZ"
    "mHb076Z9+i4S6cYHGuz45O+occ/Qt0j2zPDwz+VwWcp6E04msg3jFr4D0FpNFeA+1T0/cf"
    "Xc8yxqY/roL6JUCN/hrotyfmHTVmXqUbPgVUC+0hB32pWHdMdjcDHC4j/WhsenlXzQJmF3"
    "Demph/Gg5ld8EY/vxcQIII4Z9/zmA2fLGHb9II5jKI8UA9lLwswwyWMX0MmArsCS0QYrIT"
    "ZNBuhTO8if6jeUQo2vi90+7gsnN6ntr9x53LLr7ZS+386OmrjxkSxZOQH73LXwn+Sf7RP+"
    "tm5dB43OU/WvhN5ixwDeY+GqaVxEn0OHqUorll+4jkOtTOgGo6q0xn2zcmIxNw9GAPqUEZ"
    "p9wyxQ9d16Emy+FgeXNkSH8Lk2xKioifbJfeh/3+SYrUh70sx7o6PexevHrHaQyD7IA/7p"
    "1dZoUHgUVxV65EiKUpNB0q0CGxlX069GgA/zLltLCZ6c3lpCiaJUuOeUD9nboFD1FIS1ID"
    "ZIvD3lnn4g+5nBeNT15uh39cdjv5pOG2MGHqyxLlrsdyRG05fIYc8PuUIQZXidHyR6fwJQ"
    "TZJfEDOiWvLr4ekY97+5/bBLYXt5V9eLP3c9bcmCMs3uEXv/5lb29//9Pe2/2Pnz+8//Tp"
    "w+e3MFuL/7rlV5+KyN37hscoddwKz9WUMgs+cNWDtTyN0ierZRJxFZBgbAaEuWToWpSAxk"
    "0i0ZjMaVCOhs97+iLMVxcOcyfRYqLKYmJsHxqOQXOupRbkTKHprjLdQaIU0iRz0e8yNBEZ"
    "fn3x9InJtiioRm6nxsqpgE3hHjOA+3lBfZrkzaKJUYkY/BwNHdenhjWbOri9aYRbjw7h5l"
    "vh3FScXCt8FWgnNj6/mEYehV/OhnO5LbnLZhNOoh58psmGdIlUeXNtz50CL/HbglZF4bR3"
    "Brzi7PKAhPDX7LjTO/njgFjwY+bX7Ee3+x3/fKT03pmXVDQ2aZUGLgaMzjccm1HjXRWPyz"
    "LkFslTkS7Kel1SSNyrjf49jf5a6B/ageSSykd6NF6jujKq4ToMKsUxxAAa2dUjGECBMR0D"
    "LSNVUJ4B04ivfqGgQdTLEXxy7pQFiLoIb/UGfbL/7uPH1++I6UzH5uu9NnE9QifToJYYs1"
    "dCjNnLFWP2smLMFPBWbatHAOriXNlNPjL/rILqcLhGdPXbBFTToJaZMA25Butgk4LSmmAe"
    "xMjy0X0iuhkf3JrD+0fTs4zUm2wI0dAx7YkvsX6E0F+/X1CHWwUltA8D/Ls40xFO1FzaL5"
    "62hO0r7WeJ8wBWRNVpPNGuogo4oYHXgBG495StiK4+o5cw1yVOtUsIw/Pp7rl5Jzb9KhPM"
    "mo9RxJYL/3gar5iS04sma6QrR47Tyd4kg9OJyeBnWuF0CLyEgpyUpRg/xXlLBidK6ewlBP"
    "nJJ1N7GMw8GOHR15ShjmR9IXbgk6uLE2L7/D9n7G5GfR64R2xLlre02mQ6Y6mhGUth2plR"
    "jQppqHVSQ40boRaSk8o2CyiTyMZFkS8JoJpxLltCZusHvT0vp1o/QxiLVk3qUKMRqkmSzI"
    "JdVrq0EiDb5R9K3lcV9LxlCTNNh2UiRNLjkjc1X4RsKuqXhEd47JmPsaCT3Hbwy+H3UuGp"
    "PuoMjjrH3dZfBeJ6RTm0g+7pU1Cgz13fDn/Pkjy6PKhQLk24vKchQEkBNZqfzKaY4/44to"
    "djYnJBk0dF3lLKCLccUIuYt+4sSOTBgyjKV/aXZdU1zXvNrtlgOIaBxGXO/ICLtp77CAM8"
    "CuKvCcDMIo+eHQBfJrdzMvgNRGBGbm4ETiwbZHWYyKMcMa43v7nJE4b/mRGZok3xr1Wk5K"
    "JYaOk9J4l9Dnessqdsm8HMWkreqpSsDgvfCXT6Ih5JZtMpuCeSULUyJbaldLAZWjuJO8Ki"
    "KUQkTuA1HEbbU2r5GHMfF9RQ62pZkClwnTrKSQJMh1SrppisJEuvWfzLFflKiHmlLY8WyL"
    "DcINYmYg9h2aNIxGqTMeAUnfCwXJvLZfg95J7OuUQVZsm8glntO0auZ2/fmp/2f5YZJTey"
    "Dgp+Nzcw6uYGLZp4ncAfICsKgU5cMa5PycideW9A3IvuSBgvbiEBJFCGwxfiJcqH+M71LH"
    "FZDd3JBATLthBTr1nCYMg/Eg+sTywX7q4AFnQc95G8urnhFBvE6/6Mn2G5cLcxXkFFfPk9"
    "nQYwLwinKLqK1/jcoxP3gVpt4rvidjTJuesFQMxrJu5MRh/g84KZx3z4YixARX643v3I9Y"
    "bw7YzWF47xx8cCsU0FehaCfAnRGGixJBb/t7U4ApnhyVsPBWr4F/1zihGIXFMJz0x4IMLr"
    "J7o6W3ww7Hb+B7+mc9eJGeXGVog2sMExsKlV4jwdjt7NrSNcwjm02tiq4RlZ43Lab6H9Fi"
    "9FhcCLR6I95PssQgC1/RVryUfZkLdix5U2lAZCxW3GUCISxjobxBYT5AnT9qmltLLmmcw3"
    "+RUqvWmKiLQMq3IlglhMIyPPnZBbCrIgJdFGi+TeNoioINY6SMrhzPNdUWpVVfIlZcMqyn"
    "YSrjl+wFaoClQ+W01XvzOZmqidSI7qEymYEZTOrayWF8uzVmvgewGnMV4B4ykFp6zYmwJa"
    "QeptjtmwgtCbMKss4zQ/OyYDtntVJvc+7JdJhfmwn58Mg+9ktSbrKW8yWL2ZlwsVOLYpC5"
    "V+qgRBBKav4wrXMaD0vuI2ToBoA0TWJVyttrKuqlw7gwtdJ1VQHY3XuK5RS2E6rYLqcLjG"
    "dHVMRy4UCf/reJ6ZY8VMQWXQ7tj+xgxqSfv8zHYCm/lvcL3nMMUjfv/5rxx0GlLDcMG9nI"
    "HT3QZWafZQp4ymBFjp4pkq2+gzHtN6dIhhlSZD69aBCQmfNLTY80iHOHbWfWQkPNRq04rj"
    "d4lU+er8EuBO3FlpjX6/TG2L/fziFvtL1S18jCOxg7nhD11Pgu/BxHScAjdWFlplZ1bVkO"
    "X9vU8fY+8G/lHkzxicdk5OltXLGEMjcxiEzpY0hv826J89gd0EbNaZYQ8D8j+ybRkHl30O"
    "GQdxVcymsxw5c+PgBFk2PTGHY1tW4iWfMgmQlQjSHNa8EcyLPm4+Fen8Vfx7acjmePheTE"
    "DtUq+5OlROAWoiK01kHyPT4MdKOFy++JCE2Z7k8HazYsPeu/ef3n/e//g+lh3iJ0UCxLLs"
    "MPXog+3O/LDyczUjtRRYeWdLKw7L5nEq+Ff0Q0gk4EcZJD6Gijvunc1WVmYqGLjhI+w7Rm"
    "nVuMU0WDMIIQod8U7IgPh7UB4xOmWb2Ma0ipHtOBWxnQFrBrajjxYR/yL8B9CNiQeYy+DP"
    "JhPTm/PYfIzy2i4hPMpTSmqVZcjCNib9CRgUhs7xqCzmEvT7YedvED4na8F/45h8HPVj3M"
    "6NkKxh/nmd2KHlWbTruoLrGlDi12v3mQRszmnk55CLBNTzXfaTTzC5QARLioQpEfr6Uk6m"
    "SkmLR7xnUCsvdTF83X66ToVoPlQyj/ESxUAs5h3l8HHJMQx9hr/dKW5bnn2I4uSMWa7I2Y"
    "ukTNhDY9vHyg/LyYvrnHyL2XjlE+/iH2BsMu0u1j+2lsOlq2rgO11VQyV7TgVRO3UsK6A1"
    "C6cRK+0jVHGvrsd6spsIBcmrTq5GEmyLAv8zxTSsT95HvNVK1kgDapRXQ3louoNV3Co3hw"
    "RUeTvUFu4PpZSWsMd0rtay6EH9pNoihlbQWxblkCS17VADQB9yO9RAUDmwzPmiIAhzyRR+"
    "GeFgQpWQazDrX6ZYl0moMEGkQE0oAvMJ8XVceOVVWIjPfwOX0P09pVP4cKyVkqPaZFWLMR"
    "wxkcWDfyVSAFPZafCDdJU+rU/sFo+rIKWlT0kFsSENqMWGSlm1jclh3gVkNyqFufEIR4a6"
    "hGr0OOTk2ZqyFIKUn0EdVLeuLo9QBEJXtyh1kigU90jRWLueugzoNZDZJ6rEzywAdinsdq"
    "X4GZXUizM3yPeI8JclFAvmBuX7yYiAjZ+wjipK2XHlbJxJVp2xcLySPoukPS7R7mFrvgVd"
    "H269YqrWBbQJvMkI1SXQ14rOAO7lZVzm56lG43ci12vb+am60VItUjQhNCgVJmbZ9aicAm"
    "xMmNiLobFKqk4/ij1o5ek7ixHtp5WeOJShtOYDpEY/hYgkJfx/WMOdTHiwFlc+sAsmGYJ6"
    "c0t5sBYOYEMq04tWmE1JrUlrSlpTWhLrtaakBfvtKZ45iQJYz6HLZhOO0WSfwcxezUkQUE"
    "rQb110O8cH/I6/Zldn4q8ZE3+D/D3oHhDucbhmF93+efcMxwKrA47RGQx63+BvETBSzric"
    "Lg3xuURliM+5hSE+Z+tCvMA0Nx6fIAhBhphy9YVPiB0KZ6wKYdZ0AU0tjp0l7Oe6AxIQ2h"
    "8g8VtpfbfOlm2ELpQ6OFwar0HlFKDWd1WjsUr6btTYq5Wn7g4SDT6e0najHg2VgwczrcsO"
    "CCo2yaaKdtRGgIDWKHqeMdDnUJ1tiw5rLrFc0DU5YByrJ4DDTKzcLr7P9B2oYMPSc65PRw"
    "G20lJnjju8D0MZYXjYmk3W2+0AU6x5Q7UxzyUEHV10Jjaj8El8PrF9+AXXjLnBGFAAij/O"
    "Bwok6Sy6xz3acG2gFxV1fg42w5/NVmrJJg+TLGkWyFXaVVMbKynxfCX8x/uGKeu8po3YVc"
    "toL4o0zQCqLOG14gavUesgxbsEmXCoYWfJa3TmkyQF9rwEebtMBFm/3eiDw0tVZZookAa3"
    "RR00/mrB8yamRVcl25oMN9Hahsh8rnlCEtBNPChCwHGRxS5IpfLpGTmuW5HBxCDKESgmS0"
    "iMKDUFJDZ0YhAUifwvYVczkw3HLoikY/OBEgqLK815OFdfpUldzgQqd6p7HGMcbaoHHRIq"
    "NLdhLQVGHxddopVrUKeSIvq7OAKtPD00el9CDQ1PU0kt9AdvSx1VxcAaLFFljPCUJppXs/"
    "BQwnWK2WaR21RoPFx5DGHt4IvoiY2bwMQ47GW1c1sLr5TmFl5UQm0TKi5fNNbpsIF5qNTB"
    "WfPmb8SHGrEHeF5awdt0y2udK6dz5Rptwdbxsc+H0JfTHjlUH9RXrMUX1nKDpSC34wbb5s"
    "XedA+JTkHVKagvA+EvJDxl68xaN4PZZDMY3e/iRbBe3e/iBRC5Qf0uFA/RU8Sceswr3TxV"
    "F0wyql1kWg2bzK+hSBgRU6Vqd2WqduH7AP5PuXXz5ib5mTc3xH66RNhaFlGnQFiIfTuuA9"
    "ZeqDi6JJhC1glt5tyqoJ86F2VxmgLSKNUlv3QFqo3YlHUFKi3Ori7OduGydjqCDcoE2dT7"
    "QhGW4kgjGYxRIiGbEQ5GQKNCp3PojxebGKU9GHfAN/bNDaZNguDIxc8frnc/cr1h1ATuFc"
    "xr3zFyPXv71vy0/7MkWXtTK4Vx5sUCaiQMcxE3Eu/bKBjzmPP4dVZMXq6wi2wgFeO+pSTy"
    "rMjMkbmacKwzv9crZGjheKuSnDgBS/jM7zwfAyidnCxuyXs6Lyc4pLOL9z68L5FfDKNyM4"
    "z5uyWR2bEfZKEBT4jMEVQ9kXl7UY48XDiRk4R5UBil+RClFoN852D5kHvmPq6eXLxGARuz"
    "0uGnBnQYV2EpKRFKIJXt7JuI/EYGi59OFhLt9hOUlXEcbCvxAb4mQj6G/Pqh4BadjiiXrg"
    "JJdsnFoPPVd5bMiiiJA/OBWr/b9LEl0RAXLwvVQx+HGQ8wrnSxLtTDsOgwrGcRhBQqGYZo"
    "A5TtCCVKZOminiM2tsR7sdpUJbShREkfnBL/zbGk9SOFRHetH+nKWM1FZ3SvLGubT9fFim"
    "CVVjx/9C++f+1fHHUPyGNkdLtm5/2Ly87J4IBgN3vTKStxp7TSdx9LKKXvsrx9oZPiqzQx"
    "+L+lxJBv7Gi8ygQob/1OIffj2xLI/fg2F7n4Ko1cnui0jN386s4xgMro5TkA/EuJwG+cSA"
    "yHE0STq4uTdqzKcFMvD6XwzEcRO6LrQj8/DbXesWW9IwyEa8nUjuhdsdaRDKUr5Y9yh8OZ"
    "52FWUaqfu81QXaDmPWoLACl2GpmCvsCf4mHFN8Sy79BAUcojtam1ntEvlMxyw4+NJUCHGu"
    "Jzl5SiVGJqAkb3h9fBW1r/0jmqqiA0dZ2Vw2cCRKNzKcvFqZqXlQDR6JShM+SwElbGTG9e"
    "gNQFYNZZOg/7yu0OUg9RlUkK36ALHfbOOhd/yLWhaHySAId/XHY7S2lxlNVQhhJgWhPSml"
    "BOEZ+ZZQdHY+yxLCvhs3jbLizgg+OMIQ6skFxCQVXg3hIOGJkt+FzEce++RNoFhi1gLVVq"
    "hQELscYBX8QrbMnzStY4f+mUkkXFVFzmTY1yOrvhyqlfH7W1KOT7k09sC71nIlQxJKCof+"
    "d6/k+CsCsbsVZw8Ox4eZFkSULY7SVt5M9SVaSOhNIU4aQeHbYkqajEyM7xss0rR5caUIKd"
    "TcOxFThaRKAk2xFB26ZP/LEN7MTCut488XDuAxMiPvUeqCdnYPWnU4FfxZdzWZYVAzSQaz"
    "1zoMFu8yElrY4vifWYmu3ksJ1+KIx2H6g8zyk9oJDtRIKtQXFsSbbTZ+jpZVQiHceazgFy"
    "D3cyQd9MqqUFSNYeLAYzE9+dUNFXIpzoceyCKmRj6AdsOlxumUltc/FrXrPUooFpOzc3hI"
    "l+Ga6DWUvA9oYeDdqEYflUls7FQmYJn+WDGkeQq8ZsEHtmcp4TJky5Pk03EsFRSrDSRql+"
    "OxfFdw+/exn/+UE50XiVo0ZqBuW8L9Pm731+n7/3S43+xtzGUivaIwOq60GqZuNcbqch6w"
    "mQH3+VhFH5MCU7aAAPA1UsoJOfeOslD1kZ8UwRAhHywZUFqY2EXQnWukyfvw36ZzlCbAyR"
    "PXv2MCD/I1F46CaolGQ4M9sBxPtvcNnn4C2IoWJyZDGfOWA4QZYcqqh0mwgjaUW2lSg2KB"
    "TDRp47Ie+I2q1NfNOpqOxFEIqrercgyoM0DfeY7zLTSfhuldH6knSQfGd5kkiAFafOPZ1T"
    "K4rMAzUlYo4inDe+idUkFSh6tjvz65FqGbhhpMIbLvoVqDp+IXQyDebR5ceLqypLu522bi"
    "1Tyva1qSsnaJoOZ1hfOdfUlR7QLgyfDodWMnVhqR0WeHOJJ3/JMASUwsI3C9uQvHJP/emi"
    "8jzcErRkNYrdNa8icxD/E0tHchsU2hpuTR+DokegJfjoxYk6vXlwmzs04P33JmXDoxeddo"
    "qCoNMwGf15xRBovDNyl4pMIskltxZvrS1lla4une+qApIVyHfdyR4D2pirjbnK7d/GWXND"
    "B1sVY24CZHtnqVWRf3JL7tCxKQ8+ZDTAjHGS+HT1zLb8rgeJnUmOXD410lDqEmQtp0tby7"
    "W1vNEBUEv28kWAtLacK0AebTlXmTpZI1/IzttkwQS1EV15qmkjenMopY3ouWkK+RXxSxXD"
    "r1gGnwSUmSxAi/bQnUxNNjdwVd4nifhU9Jt3vTuT2f/hYZY+D3KUVTpcYSYd+dhQe26+se"
    "zp2nBNMJyBjHrc+713fNU5OQBGYl2z/sW3zlnvH53LXv/sAPdzSXk6ZVjbL2FX2881q+1n"
    "rWrJ81ZFx8/C1aJEc4zAG1Hzbd+YjEzDA0XR9miN9kpZ6C22WYqfNLbPEuDvdubcg9DqY5"
    "/qmUcN4EKAkhqEKJhIbZrElfwxXwG3EopZE3NOwh9DCe98bDq8iBdIYlPT9x9dz1rdYLlG"
    "UuqifrXutCY4BiqI1gmhl2LrA0xilXgRDkPgr98vqEj/kZA+FJtP44maS/rF05Dj/rVRHW"
    "Rqf6fzlkwFEW+KNZCpbYDGVz5mZ2Gr7Jz3sAFMm4RHGrOmXBa3YEBzjP+Fqw1cpR/82nm9"
    "9+Fj9NozmeVO4HbzeCMTP3A9WeWPrayoNZqGajTqR6gokmDUhAAVRW/zFdGpa4BvsAa4P3"
    "SnVCJxdDzPzPNBxSAZDG/bYYvrPcd1i5ryP/9V0qKdv09z7dk1d+rz1rdN79My3ek+5jen"
    "+7jUm25sy+I58pEbjVf5EmihTMVr2gzhd4DYyHvjgEQm2gzzFmiP8KGg5A7dO2ZjXLRd0q"
    "eTiWwrE9iWH9e2ZIDTuuuu6q6pxpt/Tm2YrgaZ05CNaYD3IqnMexWC/FnnOGdhNaVVprRH"
    "H9z7WnROQ2oqq0xlf+aLIq11SiRnYBtDafQJYDMPwCMapXiNI9H0llpfyIwF2JCeheIUEH"
    "9ke5PywlTTt4cisR5d7Hh95Jj2pCWxtSbetovsrbxvtjHEgRUqUfLSIyItUTTeXgS9iaYv"
    "5tBzfZ+YjhOZSyX9LVeaaQUbqfjNYa/wsipQCmjnVMw1dkDPt46qbMlrhl106epJI3cZs1"
    "/h+rbv2Hc6Xwqnkfu7rsJpGonRJUcXPPbMx/gKSG4nF/u4YyI0R3tncNQ57orM3+1f5Qkn"
    "o+QqT7sg86/yjM+zQqviBSRv4hW7uERnP/Rd2R7xXIcW9CiuNkdRzjl/j9tQtyFW5uIput"
    "aRqHJO+nQYXwSrtGGx/+Ose3EgxN1r1jnrnPwxuDyAPW46cz+4Zr/3uj9wADboLtv1Ms1+"
    "y6TK5mfKLiXKaotinSPQCOUjlSarvLdZFdLuiLu58UJqgsOvKKcm0hmauU2flFXT51Qurm"
    "Y3rlYAmqkA9Bm9BH566d5TaXeR1PtCJcBlIFXDUBCtYWxpRcAH5Dr0NaCHcECRb8Momc48"
    "OOI0lOLRSoPOqPnqcXRbWfJpI1GqqlTyIhcfoctI7Z6+osWmDYhN0XlZwmg5PTABrrQq+H"
    "v3ovf1D6N72umdgMJHPXs0N7hp+JpddBHqvDMY/OhfHB+g94QGRpQucc1OO996R8ZJ7+z7"
    "AZmYd/bQcGx2f80G3bNj46T/rXdmHPWPuwfEp8wyHPfOZoAhiwJk/6x32b+Ilp24zOaNPC"
    "alE8rT6ua7jyX0zXdZ1WahcOIrHa+1xXgtVTwWGzpVvOZI2FTFDvuPYdmEwK2zu9foy9Am"
    "lRdmUlEoSEtNDWsnqFwzPkuHZjWHvsra8FQh6g55mpU03ylqaTp2Jznd2MM37SLrksXHlL"
    "YqhSUiiABL1zH/Eqkx1CIubBQU/GxfqFQ2PMOSWWESPXkFM8PeItezt2/NT/s/y8xJG12r"
    "RIl0sa72WatzhbW1DWi7NiArvkFKGwFiCKX1085rWJE6aKGe1NNIy9TsgVEFGulS3R6BOy"
    "P4s1Jl3jSU0lhHq0BU24a3yECTQFiq7/LvlzyPy1O1212MZkN09KhHowSw+qRKeGEaQiXb"
    "r1/w53kK/ERMusk1lyKxqzrOk5BqV1VSDOsR4moYPTKg2vChsuFjOKbDejlpaUhNZZWpPL"
    "F9DJ4w4B+ykvTFhF4CbgytRVZaWq7gev5CkQ+Vf3Qg8YrNJPy1q4sfTdsj2l+1s2RWJP9Q"
    "2AtzExCTr9tP2xQrpyDy8cRly8e/ehLiCnOtkIb4/OYShWIm1mgi0Va/Z7D6VcRpCkijdK"
    "kXh/tQi3enADXr1qxbzrq/0/mvrmNxdrXEuBcvC9n2PZ0bYz6utDvQmzEG1CWwS4cY6oVu"
    "NxTnsd4r/IcZoF9ubPpf8N++CQ99l2Dx6TkZ0UdsjewyS8LC1zYzdl0egCY8MXms+YGILs"
    "cWzNh0GeRi4Sp89OwgAFXkdk4Gv51guuvNDa70xqO8k5brzW9udCHXJvsHx64smjXfZB+N"
    "V9lKv5ZbdhNm+PDUVpGEEyA7gfJNx2dPZddJbuPCqfQ6UapnYXnMil6Ee+/ef3r/ef/j+7"
    "gFYfykqPPgsik9Kk6eRmV+X85o/Pa7ctawsOGP9KO0qujL1WvHOZx5nrQjbT4ZEiDNosSS"
    "GDPDwqWYK/fIH2Af4dV7oW2oaypldcqmLcC0CqNVmBwVBr6J5fSZiN8VKzA4qkqvCTyGiR"
    "NJRrYDw/g0qAqYYY/CL/zy9APYkng6+bFFL4XjEJQSpfrLmmZWSX953jrzm7BstpBeHIFs"
    "hrWO2sSfDceEJyuZDrx7vVfuHs5YPktlKxUkKz1Zd22n24PGBb5N2NcuECg6QHhEwlLf/6"
    "GrByBtqncrP87yg/J02mwMrLIS1DoDLRAAQXm+Zp2jy97v3QMCV639QK9Z/+T4gLiOhemz"
    "l72LLs+bDaJ2drqOkhZjthE1Y7K7mlEzScjmkFmEUoAycecGC6Fi5TuyEZRXRIA9NIPhWC"
    "a9iheFoustDqGl5VY+XETKIGP8shALw+7mjnlPCXdyivSYmxsL68iYwaL/cjot5v2bX6RJ"
    "OBtaqbZcK0LIQ6HWFgo1trHM9d3/s4Xf3eKHEmW8pXyeVL0YYeYO5gYsATTbWq2YQ/su13"
    "ZX1nQXCsTqhgcIu90ve3v7+5/23u5//Pzh/adPHz6/jQ14y6+KLHmHvW9ozEtdNZF1L190"
    "DnfBEgVy0b8A0NZTifUU+IwXGO5o5MtSIor2dRZSZfQulCS19nmizgGzalEhDadpsAoNMt"
    "yj4i2fha1Fiy0F7iIb5h/KXQvi020a13qZcHEGePgdJheXbcn1LDRzbCbr75dLp3j89o7K"
    "24awAhHAXQWZCQiNziw6TYd6QRVsLgCURWaL0UcivhPvCkCeX9outG7BBWNbYMEqGE7BKI"
    "vkZ9uxgek4koJm+T7cGGD7HlxZw1RctmpYU8u/t6ciPs2j/4/yGX1UWEGJ9UUfevX8uKGK"
    "XtU4lgBrTI7Ri7R/osmjYvx2AkRHbxeXS4oMSmnUVi6XdELN+6/hVM1E65MlkxKbSqWSSY"
    "j5lsRQy5+3i+y03NRY1ko7NIG/uXczUJVY4M0XfXOI+M4oQOBX84GSHjmklJHzRwZ6k4i+"
    "JfwDytVK2tBS27PT6ihqVW6+dpH1dPdiQHCn+vyAk7CybuV4j7dvywR8vH2bH/GB7zKytB"
    "3IuEx+wHoMoHLkgLIR61tP3VRM+t1Ceat7+GlyBD8dFhPBqry3W0f908P+SQ87iQ3dya2L"
    "6iuwz8tu56R7gfXgD+CioWj9wFrw1+yyc3jSNY6vTs9hO+C3GtZsMr1mp72/Y9TMxP6zXs"
    "zM+pMNBB8zLGlgE+qM8iOSASvSGZt3YgpwjDpg1phn1es4nYRrTjTKi1S6QYSuW5IpA6oJ"
    "rTShp4/YxkPa9azIw5cC2xnj8ZbddcmPrSAcZ8C2J0a0nkG/24yAjCrh0DF9X+YuzTfxZ+"
    "HUsPTjes+hem/Emt/ECoy7UPZyZN569pAjpjLa07C69GU1zPuU+TamG1RHfApU470a3hOJ"
    "HNWwngDUOK+416fmxIj4Y8W9ngTVeK+G94npPJpejRsmAahxXnGvL8xjNXZ7GljjviLuZ7"
    "fxBxojj9bhrbIpNB0q0AH2rmtMzUASPJyv3KaAdsEZsW3dFqQT9OXXMt1lYRsTGNXi9aJJ"
    "mDfoh+WXhWMfowcsz3xcPXytccY9M4DfejuramDKgOlTWO4UVkjdTMdfSWxQhyHY1+8X1D"
    "FzKLG7sVeZG80CfWsoCx+viqaLcKpdQtWmg8v41soJMIu2XXGQmRFv8qcjzfqMivoYPE0X"
    "oROlZjC8ZfBr5/Xeh49RGTCeR8WLTWHBTP4Iv3M5rmydE0tTc50w4C6sTaJb7TUiCGyXq8"
    "+sRR/YUGEZefBdvkyy3uA7dfG9EZ3At/8j04CL8plDCJ1Du4qDNz9KTI71JkSG1YzCW38c"
    "l2WbTijKlfbfLkDUcN3WSdJS1nX7AmqFXVydnfXOvh1EJd2v2TGo7gcEk8ngv6/OT3pHoP"
    "jDg9nU4S5RXjnsonN0GdYOE/aVa/ZrF0uLjaNdWvE0/VLiMP2Se5Z+yR4lXr2ilsUoDalj"
    "vZQ2B41sZvvjWnTOgDbGMPgi6VzV5t4AczuWhPNomAQGSvyj6beJeevDbwjoFz4hrzqN3M"
    "UyPYvYbDorWatj29I49iWpIrVE41cSWbZGpvmCSLbPGVyYwDcx/XtqEd+cTJ2yYvu2RZh/"
    "z0zPZCCayeJCcpWlDJSy4bAtkdSPRAhAFMEifaJMM7pJ7um0Wm2btVVaSKDPiFW68qqqFF"
    "xZGigekszNtdUskgkQnWxfnGwfmYjTqK2VbN9clD6ZaJ/YUKlE+wsQjC56R5dFmfaJNK9F"
    "FdL6PqO42umOoDqj9YVMYDUc/ba4fwdixl1C2Ka9a/0pokl8rdTFthjQftLP5kZjyze9Ex"
    "YJ+BvEaUYA3J+BMACStAnvws4BB9i5Dm859IdxwS5AAwhI4CP7Dob7UeAFNrEjFChoSdvg"
    "bWotXdhB+/SSV//OJ2eHJsXYoHjNuhedQfeAnyluchx0OycH4amqY2Bcc6uCZxMrm2Nlqt"
    "CA15/doh5nIHGlCQwFvutl2Jo+7C0WZzUtizOEwBUbHNueB7YT9hzzufV9ZXvC5jqo0GkV"
    "H2A0fgfSOjfTSShd+a+arSCC0OaBeuaBwA0EPymP8hhE47wezrl4Ko3gLUzQT0Api/mWaL"
    "rhB2FrDn6hY81tx3XRVhyMPXd2N65kltx2qXqhxVQpvJsEUZc0Y/cR1KFA6Fq39A40toj/"
    "kkVx5u1bi0M1sIoDJQGiwz7W7jMRRgdX0oYk3+OYhFFZ01I2ok/3fqtFiqZ58nXExu7SuU"
    "K60KaN0HFaTI4NOpk284QJOpWsU8YCPXK9CfV4bkUyNUN0TeX9V6gHH06A7C4xmYumWJl1"
    "udY86lmOd68obV1zwfoK0eZbirW7W7u7VXV3P3NdeYlbV8Id5M7ffB6RDNZJ+Z/LsIoQYN"
    "HB8yefWHQIq4iIJnMiLAh3WBieuWEWeJuHNhFh8Ca+G4Y8EQe2kkceqIftMMkQ9Ft+39uB"
    "jLtsa+lnY0ipzqGJVgc8wFv3Dm2qGTGf9QnCViJADKJ+Vlg7OhPpQ6qyJTGUfJYokt+9Lw"
    "ZQnx7PYytctK0qK04vIHbCLJUWqff3SkjU+3u5AjW+yjg363igV/U8q4bkZ3Aqa/NfHWo0"
    "wiykW59tSz3Vrc/KqqiKtj47NW2nJVFK+fN2kRo6gRFl1U5GKA5H76fLKJmC1uayL1wxC0"
    "DNIRNzTgCDAeCPODa7F/0zUeoEKRR0PpvHKAmu1+bvBAItmG6IAqpjgyYoDZnd6tIVdcQE"
    "I1lFO8TrLjGrOeRdBcLNtqY1dJiukmG6aVqXpUIaSvnQ0Facmjql7hQzV8cuGYdWovC3lF"
    "OO1hM7OvOpVxHjCRD10Y06P34w4tmn4v4MO0bCVYjR3dwsMGNhfddbym9OEsw8huNG2yTG"
    "zgeq/9696H39w+iednonB4S3Z5gbnCbXbND7dmZcnRsoRhvfz/o/zqJx2LbTmE0NTBs2eI"
    "22CAYD2y+N885g8KN/cSwC3ANjavr+o+tZ1yx6Y5x1u8dYcSN6ZTBKLZocAWQ6+5YaMhyb"
    "7A7HnHa+9Y6Mk97Z9wNgsXf20MAtcs1O+t96Z8ZR/7h7QBz3zsYWOBaF8V874dPJyEw865"
    "5hU7Rj8ZgyxL0l3hz3BolXlu2H7y66R33A2R98uoFxdNHthIVDhi5gb84n942QL2bGG1eD"
    "pbEGnAUYN+gOBr3+mTG47J90zwDDgo0afuA6lF2zztFR/+rs0jjunnT5gtEtG8oLiLeLy7"
    "PuhdE5FzVOYDZEnRfAPjNA0OLVTmBK6UgDvrPb+11gewnEgC+mIIjAKthc7nJgXHR6/KeI"
    "ODMDjp0fvwXcfetiWzr+0hC12K7ZYefo+9feyYkhCrKggAlSq2OIyizR20HmtZ95jwg6P8"
    "el4wkARdMprn7ch93Jfwpun9MeYBQrwYjWiYYw+BsTGxAr6sLw0Sd9/NRwjOPil4Zn4rR/"
    "1rvsX3SPM6dj4jI04YPUE+753tnvvcsQ4TZ7sIMQz6ddrMO82McTOrkFxC52Meyzi+5vV7"
    "2L7mkXaJvajR7998z26AREiPTOTEKkd2kSZLFjO+c943v3j8VWNae2cU/niz0ajhgYg6vB"
    "effsODEIq2z7U57EtbT3f+/3jiVb/8G1+ejDq5Pv+IFHgOGrCyTpzLnH7xoClmceXRqx+P"
    "2ZkYvfn4VY/P4syOL3D67Oz/uwKxFvfFv6s+nUhY2J6AqrBD6/nQ6QaE9tKuvylR+klwJS"
    "mc0oG6U3gWsWVFepvJWP9zSUyojn0tap+NzXvWMUs7BY6jzSLOfEDAI6mQbk1cXXI/Jhf0"
    "9sWvUoFaZFVSFTAkRlGil7ONBwgbykjg9hGVbpLDbtStCuhGd2Jfh4XGrU91uA6Qhilek7"
    "Al2hXpx4ElDTWHUaz2RdvPKFlASIytX9UI70qQci40/YvMWfAhGpqBvnzgKSSAJXR3xUJH"
    "6/F5sEWhJXWOJtu8ghtjAslHeLLWAID6mPjEZfeOiirKdC4N5ThhQ2meVOuC2IO6i4vUPq"
    "/9rEGtLuDWm3Aje9oIVCt3HQvqTdklwruCf4KajCbWIArRDXUIgXl84SyvMDFlNAO4H2TB"
    "rQh1JlQz4U1A35sFQ4xHNlkT/l/G4RrMq4bvV/nHUvDoj7CF9zzTpnnZM/uMuEmc6c+yB6"
    "3R844MGmj9SrY6Nec4GovDY8+Rs/twlP81PfPpbZ8h/zd/zHpQ3PxSheH7eSkJKCUp89cj"
    "WCfzTgmkcBrKwtVOCW2pBWi5M2TQmnf05tmK4GmdOQmszKkVkRjf7EfqBdFOs6YXiYLCs/"
    "O6ZdmJkPo0U4gRGqPOW1fKzY+hAGUkXaNxl5oFqDNu56dyaz/8MVdNC5Ma/RD8hs6rimRV"
    "75Uzok17O3b81Pe23ytfMbefezVMvfxBrb0/J1ziK+20bOotbyN6Xla7VzQ2qnojzlBCue"
    "leArJ2FltCq8xcByaiUZzCVI7Cjt8MT6J+56HCJhFP4yS1nbrCsUclHtrqpkH+Yr4T/eN8"
    "wOvOPh7VtmDfK+sY1uGltV4llbLrq4bmrZBzKgWnPUmmNOQmQUO85ZuIy/Z0YUcvZMJHpp"
    "lZGXVouLtvOKOXjHtkk8oUg/RG8tt1DzVh6wI0a2N8EKbQHWtRHc+BXMbt+xUMPbl6qPG1"
    "9PO4y1w1irkiXkhWeTvnYTndr/rv3vO2MISWKap7rZtWThDKgOWFVNFNYu0RdBZkU0nsux"
    "5waBQ49QLOOi+ZLKkx1SqPME4WBjKEZXMGOyGebfov4x5poG6iG4IYljT0DFABaBNQlN8g"
    "g7zn1sEx94CmgfoHqYjoNdD4egvtAca+a6Jl+qL3pzg9MYfBr/TVxBdH5zQ4QdFOcd/HaS"
    "rwiFvE+sbIT1QrU/rQn+tIqyzg5LOesrNr7AbupEVOR/WdjtcMBtnoCmM8AkpfFOrmAnj4"
    "ZrO3l4RykiTPCYX0f0ux4EJq9xJ8moyQ4qFCjsxHA8zuH4UhJFEvYnn4QbI+yfLOoY4dV+"
    "iy25RPYU2jIfuXETpRe0e37hleM891EuV6x3CUn1csy9KShbDuIH5ak5adljE/2XBxP4oS"
    "sLFuuxrL7b7GHc3/v0MT6H+EfRERycdk5OnpYVUhu5ou16GVTb+jLCwuLkVROI03Aqc5QW"
    "zOHGV4A7C3zboqkbBu6cETZG4KXaSvf0fZ5q7f7cD+jEWPhBqthppcAq5+fy+nkJVjB0Zv"
    "ALvC98LvIItzOW1MN7nn/XygLgJsy7KCY7tqxjcH7v2gRIraOlmG1x7b04XceinjExPUmf"
    "n4Kk9DSYyhuf2yF59jFsBVFH8tHlDWDCopIYNnZLLWwxER4KNXe/KAtnxMHi5TlMFlLdlr"
    "XiS33RZQdJs2COIGsCeayKjSi2zFPC7zd8O0w8rEqkBKi6VMoQRrB80aaPubwVL54l/nu4"
    "omF5vACjaoRTRGcd0OEMRKr5EUdYS6KwZka0i7RVPxwbVpEs3ZkrJJdobwXCHd7vC2kBw2"
    "2Yi32wKDtIKoFAy7s76vlt0CanNiqTEqlQ1o5ro+vlaLGSebhSy7XbZ9FotaF8a4by3ELN"
    "OZbyBhRnrmsqLxUPUBAOsBQNEBZSrGhUSEOpb0+IdKjOeQ/dde24sC3v19AWRctd7zlqwj"
    "+j7eFpMX4Nlw0XOUa25wfcUsm5RiQPwuWuJYvc7irUOoI/ZFJF4m2hRDER5eV48eay0gQe"
    "hUWeDhVT8GPCGymYZDrzYEvTqLuz7fOTxStCPZiOjUZp+iUs+URAGDDxxMF/ipoRMoFiG0"
    "uWCCNORkOKBXU8sUr2Wh1PrOOJm4vO6EqRCrJPVz5KgKss17Z4m46wQ8c1E2X/D4io8l+S"
    "1z9HqaOiete5xY50z8zSha6VqIDcIDo0LgpHV+Z5EWTGjkZ1kmh9nTSgLH0VUXkvQpNMnt"
    "Kbet8uUnvTXYvKKr7YOsqhr2foYXet0FLh0aljDimqlNhAivgwNbNgkiEom9W03LXPX02l"
    "DaUYrdEqpB1ojVZrtM1F5/OXjVXKN7P+wrE6g29nZS4tU+82fRWRqQei1axMnI5eFUrSft"
    "TxvaQMzc1+BAOLiEUf7CGVtwpBYQ1E3xEgeVy5L8mGFnk6POS/rQXW8+XsxNWL8PTPqRch"
    "MZwyJES48aND2+KDAcP8j7+0XK7l8kazYS2XPxc6wzvPqOPrWIbVPo92TZ8HXPwPtjvzjV"
    "UIUjCJ7rpakzCeG9TUq9KQWq9STu6W3YP1XVPyGTTZlSa7jXflBBODPCqL23Zdh5osR1zO"
    "wmbvWADeLfIe9vsnKcoe9rIJTVenh92LV+84SWGQzVPzJRk0QJUxivfDmperDL45Z631CB"
    "/PddCp6fuPrmfxBBrH9INFudOsNrv7p1HbMF8EmXGbG5jyU4PQWVhNavVJLbo21CV2Crox"
    "xmueycDvc4/COn4QpsCRKfV8l5GhiSb5l3fFU1avsn4SrjGb4EUeeaAUyMWmL8tRKqjOm4"
    "JSuNBATYfv/l4Jh+/+Xq7DF19JDKEm4ERylvIrOqShtudZbz2D6X4j5RnC7gVVcJ4AURfh"
    "nGENHRt2xk8+YTQAreSeJD5dDVIo4is9N70AaNaZTh1UQXPcppJR7SIP6lSMN8wFQIX2jw"
    "sgErjklg7dCUWBQ0z6JRqAlWLH5gPFGg5RB8dUc8aczo/rnX7NCfbaqVnpOK7g1OTZuQb/"
    "q8IVmIbaiYCubTMergxVxXsKSKO9bq+JKijXrT1WQfd07MoKv+WjOwbQ6K5Vai9wKqE7Bt"
    "DorlPbzZ1MTTavfI1n4TTyV0B+xV6ZWTCVK7eWN06sub5khCTHZpUKTGbh9MauwzM9OqIe"
    "lZYiLGCcKSiN+Do3ivZX7qpFWxE708AO6IAGAaBaIDAbmJ983y6MzoeRhp8cWqqzgUhExZ"
    "4BGCY/nd069pBE06QMO/s/fyGUl0kbOeYdCXeUj8YiPr+8rcGa59edCFTqRIANemdTQxR0"
    "qRpetQy8xfiq+EljA6x44ktN1C/BasxXwDz8OvvBtmamY6x0AArn0RSpQBHXuzOZ/Z+wtc"
    "8qNHliJk2VClSJvF0rESR/Ek2LCrQIZh67p/OaRJBAa+zXwD6X0aWtHgsMshJYdaMMlFXl"
    "HZPdzcy7nJKLec61BcwWUU7ZppC+9mqKimjRJ+Y9xQ6Ath/Yw5ZEjU4PaBfp0Q4M5e0B+d"
    "jSye53jntrOiQGzKi2bbII/59MZ9hYY+S5EyKiSO+lrRVWnVLSPcFHRdwnpkeLWwHimuvt"
    "mgDr5nhF8s9fEmY95+95GyhsJGAwXzvP6TD01XHNXGu9vLPQCEF2y0h53L86POmS84vuUW"
    "/Q65+lrZL8ZZqrX3Q7J1m2DqesTo5DEk6bhrVpWM7UDmGWke04Mn4WvytkZbfhqArm4IkZ"
    "DMdAXNHXntFHIgLagjkx70xsHypstAEfZGNnImQ8t3TkAk8JG9LCAIyAk9RrWf8SyOSu2M"
    "hmtj+GUTF7Qy4Ip2EWllbEYFdsEzR0THtC/KHJfM4t6zNJXCBmkLZoQveIPw37ZnGYCP2r"
    "V5RZUxkZvLsSa0Rox0V0dZqdC+TU1Wk2UE4leWYq7e0UmEZrBq23eHFSH67HwJQEY+Z66J"
    "bglG22+GyROxGKLGnc5ZOYteTRlxqxLc76K3fqSkIpi9NFcivfBqEIBWKXT00PtkXJvNbn"
    "6d1qOtQLJPlbuSRZAChLkOeL+9MRULuq5qY6sgSm9MwUx8csoJQ9OK0xDzxC1S3UHG/p3Y"
    "wR3p0ZHwkDKqCBjGYe18yqnLP6QTUL3DM3MIRyW/WIpSEbkzUP8we2gwo0Vm0VmjnvFGwH"
    "bey7CVSZYvUEP+xIbcKqtjPzSraM2qVzGdk1aty/GdDG7I6Xef/OJhPTmxvuqIprOA2lcE"
    "0FLk+GqeZ4wi13AmRsk/giiDKJfwIRU/woblsD7lK6K+wLSk7vhdaElsQyHL9rF1mGQ3uE"
    "Xb4hTmRwXRhro5bvURL4xGVoCvXJKwC271jsqJT5NleZbgW/ZmygLeXbzJpho17iGIWRbZ"
    "2TsqymBra1ZVVbVrVl9SkTYHRmloMDnu6HGsGqnOTU6p52eicHoqP1NTvuw59nByErLKl0"
    "bLIZqjQsLT82Y+uRaDUwzlGNrdJQ5ui8huWpswLC9z6UaeoDo3KRzt9l+ibxz6l4laSAVr"
    "hJmiPRV7hIgLEPx9WMsjHIpuwYWw0zeharqzYU1tnWjVBUFdN6uvywFqg+3eg0P6n/zI34"
    "5FfOluT6CpfofDIcmximgiEgqMyGqstCu8HwkLQa8/7NLxK9aP1L5OlK2O9ojZqSzsF8th"
    "zMB9OZSSzHRewuBtmlUhdb4HeKXIQd6tnyGzB8U3j1mYsxT115+SRY8xWw8ukPD7K6od9r"
    "ccsWXALU86WhCPkKXAJEZSWuZnT93ocPpXS1DwW62oesroaHqgKGw+E7iN13b9+WwC6Mys"
    "Uuf5ctMcQCabHjvw36Z3n5CjFIVm+whwH5H0EBpoHYLkAuIqPYl5F1W2S0AJzg2X0Zf/1/"
    "SDIXHw=="
)
