import json
import uuid

from tortoise import BaseDBAsyncClient

from breachlight.audit.chain import OPERATORS, ChainKeys, Entry, Head, Personal
from breachlight.config import get_key_ring

RUN_IN_TRANSACTION = True

_COLUMNS = """
    CREATE TABLE "audit_chains" ("id" UUID NOT NULL PRIMARY KEY, "sequence" BIGINT NOT NULL, "digest" BYTEA NOT NULL);
    COMMENT ON COLUMN "audit_chains"."id" IS 'an account''s id, or that of the operators'' chain';
    COMMENT ON COLUMN "audit_chains"."sequence" IS 'of the last row';
    COMMENT ON COLUMN "audit_chains"."digest" IS 'of the last row';
    COMMENT ON TABLE "audit_chains" IS 'The end of a chain of the audit log; its row is locked while rows are appended.';
    ALTER TABLE "operator_events" ADD "sequence" BIGINT, ADD "salt" BYTEA, ADD "personal_digest" BYTEA,
        ADD "previous_digest" BYTEA, ADD "digest" BYTEA;
    ALTER TABLE "security_events" ADD "sequence" BIGINT, ADD "salt" BYTEA, ADD "personal_digest" BYTEA,
        ADD "previous_digest" BYTEA, ADD "digest" BYTEA;
    COMMENT ON COLUMN "operator_events"."sequence" IS 'position in the chain, from 1 on';
    COMMENT ON COLUMN "operator_events"."salt" IS 'blinds personal_digest';
    COMMENT ON COLUMN "operator_events"."personal_digest" IS 'keyed digest of operator and detail';
    COMMENT ON COLUMN "operator_events"."previous_digest" IS 'keyed digest of the previous row; empty in the first';
    COMMENT ON COLUMN "operator_events"."digest" IS 'keyed digest of this row';
    COMMENT ON COLUMN "security_events"."sequence" IS 'position in the account''s chain, from 1 on';
    COMMENT ON COLUMN "security_events"."salt" IS 'blinds personal_digest';
    COMMENT ON COLUMN "security_events"."personal_digest" IS 'keyed digest of address, user_agent and detail';
    COMMENT ON COLUMN "security_events"."previous_digest" IS 'keyed digest of the previous row; empty in the first';
    COMMENT ON COLUMN "security_events"."digest" IS 'keyed digest of this row';"""
_CHAINS = """SELECT DISTINCT account_id AS chain FROM security_events
    UNION SELECT $1::uuid WHERE EXISTS (SELECT 1 FROM operator_events)"""
_ROWS = """SELECT id, kind, happened_at, user_id, address, user_agent, detail::text AS detail FROM security_events
    WHERE account_id = $1 ORDER BY happened_at, id"""
_OPERATOR_ROWS = """SELECT id, kind, happened_at, NULL::uuid AS user_id, operator AS address, '' AS user_agent,
    detail::text AS detail FROM operator_events WHERE $1::uuid IS NOT NULL ORDER BY happened_at, id"""
_UPDATE = """UPDATE {table} AS t SET sequence = n.sequence, salt = n.salt, personal_digest = n.personal_digest,
    previous_digest = n.previous_digest, digest = n.digest
    FROM unnest($1::uuid[], $2::bigint[], $3::bytea[], $4::bytea[], $5::bytea[], $6::bytea[])
        AS n (id, sequence, salt, personal_digest, previous_digest, digest) WHERE t.id = n.id"""
_LIMITS = "".join(
    f"""ALTER TABLE "{table}" ALTER "sequence" SET NOT NULL, ALTER "salt" SET NOT NULL, ALTER "personal_digest" SET NOT NULL,
        ALTER "previous_digest" SET NOT NULL, ALTER "digest" SET NOT NULL;"""
    for table in ("operator_events", "security_events")
)

_GUARD = """
    CREATE FUNCTION audit_refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
        IF coalesce(current_setting('breachlight.audit_checkpoint', true), '') <> 'written' THEN
            RAISE EXCEPTION 'The audit log can''t be changed: % of % refused.', TG_OP, TG_TABLE_NAME
                USING ERRCODE = 'insufficient_privilege';
        END IF;
        RETURN NULL;
    END $$;
    -- With the audit log's own role as owner (docs/runbook.md), this is the only way to delete rows of the log.
    CREATE FUNCTION audit_delete_rows(chain uuid, through bigint) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
        SET search_path = pg_catalog, pg_temp AS $$
    DECLARE
        cut text;
        deleted bigint;
    BEGIN
        SELECT encode(digest, 'hex') INTO cut FROM {schema}.security_events WHERE account_id = chain AND sequence = through;
        IF NOT EXISTS (
            SELECT 1 FROM {schema}.operator_events WHERE kind = 'audit_chain_ended' AND detail ->> 'digest' = cut
                AND detail ->> 'chain' = chain::text AND detail ->> 'through' = through::text
            UNION ALL
            SELECT 1 FROM {schema}.security_events WHERE chain = '00000000-0000-0000-0000-000000000000'
                AND account_id = chain AND sequence > through AND kind = 'audit_rows_deleted'
                AND detail ->> 'digest' = cut AND detail ->> 'through' = through::text
        ) THEN
            RAISE EXCEPTION 'Rows of the audit log are deleted behind a checkpoint only.'
                USING ERRCODE = 'insufficient_privilege';
        END IF;
        PERFORM set_config('breachlight.audit_checkpoint', 'written', true);
        DELETE FROM {schema}.security_events WHERE account_id = chain AND sequence <= through;
        GET DIAGNOSTICS deleted = ROW_COUNT;
        PERFORM set_config('breachlight.audit_checkpoint', '', true);
        RETURN deleted;
    END $$;
    CREATE TRIGGER audit_refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON security_events
        FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse_change();
    CREATE TRIGGER audit_refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_events
        FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse_change();"""


async def upgrade(db: BaseDBAsyncClient) -> str:
    await db.execute_script(_COLUMNS)
    await _chain_existing(db)
    schema = (await db.execute_query_dict("SELECT quote_ident(current_schema()) AS name"))[0]["name"]
    return (
        _LIMITS
        + _GUARD.replace("{schema}", schema)
        + """
        ALTER TABLE "operator_events" ADD CONSTRAINT "operator_events_sequence_key" UNIQUE ("sequence");
        CREATE UNIQUE INDEX IF NOT EXISTS "uid_security_ev_account_62d974" ON "security_events" ("account_id", "sequence");"""
    )


async def _chain_existing(db: BaseDBAsyncClient) -> None:
    for found in await db.execute_query_dict(_CHAINS, [OPERATORS]):
        chain = uuid.UUID(str(found["chain"]))
        rows = await db.execute_query_dict(_OPERATOR_ROWS if chain == OPERATORS else _ROWS, [chain])
        entries = [
            Entry(
                uuid.UUID(str(row["id"])), row["kind"], row["happened_at"], row["user_id"],
                Personal(row["address"], row["user_agent"], json.loads(row["detail"])),
            )
            for row in rows
        ]
        links = list(ChainKeys.of(get_key_ring()).append(chain, Head(), entries))
        table = "operator_events" if chain == OPERATORS else "security_events"
        columns = zip(*((entry.id, *link) for entry, link in links), strict=True)
        await db.execute_query(_UPDATE.format(table=table), [list(column) for column in columns])
        last = links[-1][1]
        await db.execute_query(
            "INSERT INTO audit_chains (id, sequence, digest) VALUES ($1, $2, $3)", [chain, last.sequence, last.digest]
        )


async def downgrade(db: BaseDBAsyncClient) -> str:
    return """
        DROP TRIGGER audit_refuse_change ON security_events;
        DROP TRIGGER audit_refuse_change ON operator_events;
        DROP FUNCTION audit_delete_rows(uuid, bigint);
        DROP FUNCTION audit_refuse_change();
        DROP INDEX IF EXISTS "uid_security_ev_account_62d974";
        ALTER TABLE "operator_events" DROP COLUMN "previous_digest";
        ALTER TABLE "operator_events" DROP COLUMN "digest";
        ALTER TABLE "operator_events" DROP COLUMN "personal_digest";
        ALTER TABLE "operator_events" DROP COLUMN "sequence";
        ALTER TABLE "operator_events" DROP COLUMN "salt";
        ALTER TABLE "security_events" DROP COLUMN "previous_digest";
        ALTER TABLE "security_events" DROP COLUMN "digest";
        ALTER TABLE "security_events" DROP COLUMN "personal_digest";
        ALTER TABLE "security_events" DROP COLUMN "sequence";
        ALTER TABLE "security_events" DROP COLUMN "salt";
        DROP TABLE IF EXISTS "audit_chains";"""


MODELS_STATE = (
    "eJztfXtz2zYW71fB6J+mM2omsZM0de7cGdlWstrIkivZzWbXOzRNwhavKVBLUla1j+9+zw"
    "FIik+ZpB4GFczstjWJA1K/AwLnff7Tmjomtb3X1x51WyfkPy2mTyn8R+J6m7T02Wx1FS/4"
    "+p3NB85hBL+i33m+qxs+XLzXbY/CJZN6hmvNfMthOLRDZjDWYWQxcYihM2I7D8Rin4hOpn"
    "R6B/cm1owYDmPU8D3iT+iU+A6BgbphOHPmv8bnmI4BD7LYw/amnDPrX3Oq+c4DhREIxD/+"
    "CZctZtI/qRf+OXvU7i1qmwmcLBMn4Nc1fznj166ve+ef+Uh83TvNcOz5lK1Gz5b+xGHR8P"
    "ncMl8jDd57oIy6uk/NGIxsbtsB3OEl8cZwwXfnNHpVc3XBpPf63EZmtP7P/ZwZyANy51Ld"
    "mNjWw8R//Wj5ry2TMt+Cl3e914wuNMv8v8Erx8g1bTC80sbdK01rZXiKr5biSXAJMMf1YD"
    "EfAfzP/8S8K6D41RY+4OwvndGr4w8/c2gcz39w+U0OY+t/nFD3dUHKmbFCn051y84y4Ir+"
    "6eczICJI8QBetQ764YUV/KulHwIYQrRfUK+6f7vCmaee9y8bLwz+6Iw40hedv3Gop8vgTn"
    "84+BIOd+ALFt/14Kw/POXwr+C+t1zP1/hfFTBPUingawBv6zVwTxAp2GvAPtM9b+G4pjbR"
    "vUkV6DOECv4a8FtT/YFqc7fSDp8gqgV7cIL+qKjbOnuYA4ZZ0M8mulu01axoDgHz1lT/U7"
    "Mpe/An8OfHNSwIAf/4cwrZ4MYR3kkCzGUQ7Ym6KHmZmu5nkT4HpHxrStcIMekJUrCbwQyv"
    "w/9oHhPWLfzeRXd81bm4TKz+885VF+8cJVZ+ePXVhxSLoknIt97VXwj+Sf4+HHTTcmg07u"
    "rvLXwnfe47GnMWmm7GMQkvh5cSPDctD0Guw+0UqeKzzHy2PG16rwNGT5ZBNco457IcP3Uc"
    "m+qs4AQrmiPF+juYZFdSRHRlv/w+HQ77CVaf9tIn1vXFaXf06i3nMQyyfH65N7hKCw8CRb"
    "FXbsSIzBSKDxX4EFvKHjVc6sO/9HxeWEx3l/msWDdLmh1Ln3oHtQueopAW5wbIFqe9QWf0"
    "PV/OC8fHN7fT71fdTjFruC1MmPrSTHnosQJRO58+xQ74fdIwg6vEaPmjM3gTgscl8Xw6I6"
    "9Gn8/Ih6Pjj20Cy4vbyt6/Pvo5bW4sEBYf8I1/+e3o6Pj416M3xx8+vn/366/vP76B2Vr8"
    "12Vv/bqO3b0v+BklPre139WMMhNecNMPKzuN1F9WSydiKyD+RPcJc4jhmJSAxk1C0ZgsqV"
    "+Ohy/79YXIVxcOCydRYqLMYmJkHzImoDnXUgsKplB8l5nvIFEKaZI56HcxdATDqy+ePjPZ"
    "HgXV0O3UWDkV0BTuMQ1OP9evz5OiWRQzKjGDf0eG7XhUM+czG5c3DbF1qQE73wbfTcXJlc"
    "JXgXdi4fON6d6l8MuZscy3JXfZfMpZ1IPX1JlBM6wqmmt/7hS4ie/mtyoKp70BnBWDqxMS"
    "0N+w806v//2EmPBjljfsW7f7Ff9cUPpoL0sqGru0SsMpBgedp9kWo9rbKh6XLOUe2VORL9"
    "J6XRIgHtWG/0jBXwt+w/JzNqli0MPxCurKUMN26FeKY4gIFNjVIxhAgdFtDS0jVSBPkSng"
    "q28oaBB1CwSfgj1lRSIv4K3eeEiO33748Mtbotuzif7LUZs4LqHTmV9LjDkqIcYcFYoxR2"
    "kxZga4VVvqIYG8mEu7yO/1P6tAHQxXQFffTUA19WuZCZOUW7AONikorQnmQYwsv3+MRTfj"
    "hTvdeFzorqkl7qRDiAxbt6ZejvUjoP78dURtbhXM4X0Q4N/Fmc5woubyfnW1JWxfST9LlA"
    "ewIVQX0USHChWchBpuA5rvPFK2IVxDRq9griuc6pAAw+/TOXKKvtjkrVQwazGiiJYD/3ge"
    "V0zJ6YWTNdKVk4/p9GiawnSqM/iZZjAdEmcgKEhZivBZn7ekcaaUzl5Ckp88MrMMf+7CCJ"
    "f+QhnqSOYnYvkeuR71ieXx/5yzhzn1eOAescy8vKXNJlMZSw3NWArSzrRqXEhSbZMbcuwI"
    "tUCOK9vMpyxHNl4X+RIjqhnnsicwW9/o3WU51foFwliUalKHG41QTeJsFsdlpU0rRrLf80"
    "PK/aqCnpeVMJN8yDIhlB4z3tRiEbKp0GeER7js6otI0IkvO/jl8Hup8FSfdcZnnfNu639r"
    "xPWKcmgH3dMXoEBfOp4V/J6MPJodtFYujbm8ZwFBSQE1nJ/MZ5jjvphYxoToXNDkUZF3lD"
    "LCLQfUJPqdM/djefAgivIne1lZdUvz3rAbNjYmMJA4zF6ecNHWdRYwwKUg/upAzEyycC0f"
    "zmVytyTj30EEZuT2VmBiWiCrw0Qu5cA47vL2tkgY/kdKZAoXxT83kZLXxULn7nM5sc/Bip"
    "X2K9tnMLOSkvcqJctzhB8EnMbc9Zycs3hN0EBEIXM6eEsn4kWJcx/uvd7t7cYKyE4cI75j"
    "11E9YmQqYFo2tWMjSXnLwl2hQFdCiCttVzRBQuXmrjYRawiLGoUCVJtMAFN0scPj2lzqwv"
    "chj3TJ5aUgB+YVzGo9MHIzf/NG//X45zyT406eg2Ld7S2Mur1FeyUIYEgCkqAQ13ATgQ/M"
    "o+TembuvYUMBOJin8/eAo2VFdSmWDgp9sSEiuQcWt4cJWzCMQ3tCbAtEQZjTvWEOCn0gmT"
    "o2XrBtZwGiZRvEUkOHX0FiJkP+Q/Cj9ojpECAMx+PEjmtSvucZznQKsim+q+mAWMt4ERXx"
    "oo905oMEDPIpjLhh4j7ecOnUeaJmm3iOeGUdfpDrA8vFGxNGn/At5y7zQKjFGlTkm+M+wi"
    "8w4NmM1peP8eUjmdiC3wa/ISbLl5COgWEZyfg/rdV3khoe3xpRpoZ/0T9nGITIlZXgwwq+"
    "mmCPCvfXFh8MDOZ/8L288DnJlbLrp4UrXuNo7OopUdoOh3p3zxEe4gK+7eypwfeyxccpN4"
    "ZyY/woGgVuPBk017kwAgK53RdbSU/ZkfMie8KUt/hkaWtlvsvGhZfJZo+LFFUUuThdczxI"
    "rUCCJAvdC2TbzdXrJqh2qRw/FGpzPrpnkvdCKpWVVy2jkuc71sB7RacQr4B4QhYuKyEliD"
    "YQkJpjkqogH8W08SymxXkVKbLDq0949P64TBLF++PiNAq8l1elsJ6cn0erFnM2xd229Lwg"
    "2+eS10MytR1X2I4B0seKyzhGonTVtDOxWlVeVY+3tosLzfJVoA7HK6xrZOHPZlWgDoYrpK"
    "sjHVrbc86/juvqBQavBFUKdvQI7Wo7jpty55btW8x7jc97Cast4vuPfxbAqeXaENfsyyk6"
    "mQMTpF3LkU+nTgHGHGKpyy7KbM5NOdfq8SGilZoNrTsbJiR8UjJn6Lrm3vEo6tJZMBJ81H"
    "LziuObYVWxOp8hPIg9K6nRH5epinBcXBbhOFMXwcPwA8tfap7huDl4j6e6bRf6OrLUh+Tr"
    "OD769UPk3cA/1vkzxhedfj+rXkYI3euG77g5Ys1fx8PBM+jGaNPODMvwyX/JvmUcfOxLyD"
    "iI1fpjOn0ip3YcnCB9TE91Y2LlFQcp5kyMZCOGNOdo3gnyogOYR0UieBX/XpKyOR6+HyZY"
    "M9OlrA6XE4SKyVIz2cMgJvixOSdcsfgQp9mf5PBmt2LD0dt3v777ePzhXSQ7RFfWCRBZ2W"
    "Hm0ifLmXtBzeBqRupcYumdLa0olBdjeLnqEv4QEgr4InSYEg/DkG3nwWIbKzMVDNzwEtYD"
    "o7RqiFuSrBmMECVyeA9dAP4RlEeMTtkn2hiyf2/ZdkW0U2TNQDt86URoO0asL3icvDefTn"
    "V3yUO6Xd/bMyNcytMVaiX0p2kbk1oDBxQzqIjrZw5Bvx/2jAbhc7oV/Bt3yEdRP9rdUgvY"
    "GmQu14kdys6iXNcVXNcAiVevUWScsDlfI/8OuUjAe7v/5BGMQxfBkiLNhty7zvSH+TJlSo"
    "g7491mWkVpccHt9vMVDkTbmpI5clcoBmIZaJ7bxALJ8Y6C7Ejxb2eGy5ZntqE4OWemI3K9"
    "QikT1tDE8rBmQDYxbpuT7zGJq3y+VvQDtF3mT0X6x97SfVQ9Bryn6jHIZM+pIGonPssKsK"
    "bpFLC5HWgqrtXtWE8OE1CQvOrkasTJ9ijwv1BMw/bkfcStVrJGklBBXg3ywHQHT3Gq7Bw5"
    "pNLbofawf0iltATdiQu1llX34mfVFjG0gt7C5ty4GugWqapoqAGgD7kdaCCoHJj68hPRYS"
    "VYDw9AOJ+hhu5xC6GHVSvIDH4q4fMI3SJfpdnDc9drOzElJ5izdEGKCXxTIm0H/4rl/CXS"
    "0eCFVUE3pUAc1qFWQSxLfiUV5IQkoZITKqXRNiZp+RDAblTOcuMBxwM1AzW6GAoSa/W8nI"
    "GEY0EeqFvXV2co4qBvW5Swjey3HllQtM5upxADugnyDBJVAmZWBIcUZ7tRwIxM+sTA8Ytd"
    "IPxmCU2COX751iMiQgPEd6SKFVnGmfJK/a0dL6WTIm6Ai3UGULXDVO0wpQs8rwsom7eqli"
    "0znD7sy1ksixNTw/EHkdy174RU1ZOnFiuaEAuUiAszrXpcThA2Ji7sh+GxTKrOMAw2aBXp"
    "O6sR7eeVnih2obTmA6xGt0NQDZz/D2t1kymPzuLKBzZMJAaoN3eUR2fhAGbQPL1og9mk1J"
    "qUpqQ0pYxYrzQlJdjvT/EsyAzAAg5dNp9yROMt6VJrtSAjQCpBvzXqds5P+B5/w64H4q85"
    "E3+D/D3unhDucbhho+7wsjvAsXDUwYnRGY97X+BvESFSzricrAXxsUQpiI+FlSA+pgtB/I"
    "B5bTzPSjCCGJhj9YlPiM3s5qwKY7a0AfHAihz0C90BMQrlD8jxWyl9t86SbYQulPhwuDRe"
    "g8sJQqXvysZjSfTdcx4R81zAYM6o9jq9N6g+vYXoQSKmSsTwJaL32kHMnslD7sLM+TCeT/"
    "fI7W38vYPuqesCB3fwyJ3FDKZ6D/HQhDDwRkUJqijBgzq7q1fNf5k+BIcJqYoCVEFpKihN"
    "KaGySK5d7LfREcdgnsyauL9WWk107ijro2GEkxEQ89H7EPQ/FYt4iiZ4h53whX17i5bU21"
    "shW67an4qM+xItbHf1JBRKrwJ5kzxSOoOvEWZG0TSY3XBQrnXaKNPCA5ZiVFq6XbV/DdNl"
    "cMfnFNOXbPDKUdtMClZen+1KE0oK3qvIJr6ADJ7FZaYjAqkdE2I7LF3nO9036l0J3wKMWt"
    "M36l3avwBSrm095VTZfU42Dqnqycb7K00kuo2vaq1j9290Yz2FbgUQ5GwMHXhkzmJzx8IW"
    "JWn0SGlRE/gqol8OpbRlPFsr+xUesPjqZCW67t85IU1V3H053uBtQvDh/KVeIKGFX4cFP2"
    "TuV2JJ0w3cylf1Q7BZEm1wrD9R8w+LLlo5quDq5lo90MNh2hOMKx2ohwoXJhzB80yClEL3"
    "wioDQGXZ6PdoE8fFViWo54iFnVO8YLOpSmhDsXCesH4/R0npRxKJ7ko/UlFxzYUz3FfqxM"
    "SFtFIrnt+Go6+fh6Oz7gkvGc6tazfscji66vTHJwRLV+t2WYk7oZW+/VBCKX2bPttXOine"
    "SjKjasPojTpFy7aek+B+eFMC3A9vCsHFW0lw4Ue6lVoORgQyw8vDB/mbEoFv2IwAP04QTa"
    "5H/XakynBDLw+IcPWFiAdROWEvz0Old+xZ7wi6vLTy1I7w3nqtI94nppTjyTGMuetSrN4f"
    "L95sMVQXsIw/aAtAKVYa1hMXV/FjxTvEtB7QQFHK9bSrZ72gXyieAZ5okG5TTbxuRilKJC"
    "PFaFQxaBWlpfQvVb9BFkAT21k5PGMkCs5MC0e7aspQjETBmQdncMLmHGXFbapThDV7VDcI"
    "1F31n0bHWg1lKEamNCGlCRVUTpibFrbCsfKrJqzuttdWTMBx2CfHKlstAbM3KDOFt4QThm"
    "YLPhc2UfwUahcYtmA7xiM1g4CFSOOAN4JJqJmfHbLF+UunggT6zu0tf8zrSOdZBiksz5dQ"
    "OAxXDn8S/uNdVZdNK1ED3DLReyYCFQMGisIcjuv9JBi7sRFrAwePRwGbwDJeXsmLU8kcoN"
    "wKLYm65+NqL2kj36PqF4u9ryGhNEU4qceHPUkqkhxkw2BX6D7R/Mjy5IC1x1m4w2gUx5Y8"
    "0YYMTe6M5mxT0ZFzgoeRM52KnmywpQWt5XCLc+FhMDPxnCkcDTE7/mLiwJlkoQ8OFh4+Ln"
    "vc7fPheBbe3prU1y379pYwIHUJDDPhMCQeNVzqtwlzXG53jEe/Y1dE0efxNcHzOTo/sXAR"
    "38qDmHXsLZtoBoGj1Blc9Qw+uHCKR/jdVbyj4XiZ3Xc1vaPvytRaeVdcbOVdptrKhAu7td"
    "xuKdL9aJv7tGY3XdnM9vJz3CyTix3hcRqZP6bW6uzDM8xbej6dghaB8T+8Z7yrC19UcA5u"
    "LEjtxP8tjtYsf/46Hg4KBNmIIv3tWYZP/kvCOJ1dcCl+4MwtG4D3XuNjX+JsQYTWsyONfO"
    "oDwwnS7JBFx9uFP6/FRSPkXeCkDcQw3rT6LXHKlgF7EZXP0+2KCl9IIbm6dweiPEjToqe4"
    "bseM6NJofXE+5LxneZbkEEvOnUe6pGYYIgFqSng4iriqaCeWk1Wg6FnO3KvHqixxw1iFO1"
    "z4K1B1/ETodOYvw83v3nIl/swO2sKV5ZTlKVNXQfQaNeau5S8LTV3JAe21cWzB0EqmLixu"
    "wHx3meNSyRiGgFM+uoUi21B+rYT60/GCCKE1KWM1irw/r0JzEP/z9vZnYYNCW8Od7mF02j"
    "1oCR5W2hR2MTSLAVzUp6ImQoHlKB2nFsl9a6PR0j1EE/rzhrFouGcUPio0icQfubfAN2Up"
    "q7R1qcQjGUCWIPGoOUU8K6CpjLnKmCvd+m2cNTdwsFUx5sZI9vcttSqen9ySa9gW5VEgjP"
    "qYukdiry6f2Zbv9SCxs0rdw5JU8jJkK1+XspYra3mzI6LS9vJVpJqynEvAHmU5l5k7aSNf"
    "cJy3yeoQVEZ06bmmjOjN4ZQyohcmPhTXIC5Vfrhi4WHiU6YzHy3ahjOd6Wyp4VNvbzH5wK"
    "M+uXdc4rgPOrP+LbpO8iDH3MaQ9WdSkY8NtecWG8ueL9LTBMMZyKjnvT9659ed/gkcJOYN"
    "G46+dAa9v3euesPBCa7nkvJ0wrB2XMKudlxoVjtOW9Xi31sVHT9NV4sTzTECq6Iw8rCiCf"
    "bMChJB7KzmDRO9iTXLMX6eBsSfv46oHXV8TrE+OO0voomay/rV1WCj+N9ORaeZ9ZUucyUn"
    "cWe94DSzNBBUy4carEwsncseFhBvk+CTxmQPh0UlfFGL9D5xaYdrIuO/dH45ev8hvO2Cau"
    "lMyUx3eSFsz3fcvMzRvTxRCWINFcTkd6xLkhfRBL+6pLv5hnCqGpI7rCHpGc6M5kgcHdfV"
    "i0znEUkK4X37mfB5L7HdooD/j3+WNMQVr9NCM1zNlfqy9dGS67RMd5MPxc1NPmR6m0ysPD"
    "d0MbjheJk3gRbKVDwH3oDfAWIjr60OEpnoR8dbaCzgRYlLDeeBWRjOaZU0RacCcsrE4xSH"
    "42TsBkp3PVTdNdG46c+ZBdPVYHOSsjENVH5ILvNeNyB/1vmc07SK0zJz2qVPzmMtPicpFZ"
    "dl47IkPkje7PTM1q1pK8eYFrvbfr4RqoEDKxRf4ynxIl0m0ag0qgqtG67jYVNRO7SH5TTA"
    "2WimDYxg4jcHzQTLyrgJooPTIbbYIrHY/CWzqaYZhq/M1pMEN4vsZ8el1gP7SpcZN2++Q+"
    "M6mKaRiGY8GXDZ1RfRFhBfTg42esQEPQ57Z3zWOe+KjLT9b+UxL1LOVp70MRVv5SmnVoVe"
    "ZitKXuU/8mGI1h/onLBAL3ZsuqaJWbU51uVC8vu4DFWfMmk2nnXbOjI1/yR9PrwkpJXacj"
    "T8NuiOToR56IZ1Bp3+9/HVCaxx3V56/g37o9f9hgOwg1/ZtjjJ47dMCldxBlcmgUuZjOp8"
    "Ao1QPhLpW9K7E2Vh7YH4ExsvpMZO+A3l1FiYbTOX6bOyavI7zRdX0wtXKQDNVACGjF7BeX"
    "rlPNLcUvqJ+2uVAIeBVA1DQbSGsaUVAQ/AtekvAA/hhCIOnFEym7vwidNAikcrDXoblpsH"
    "Su3lkc8biRLVTuIbuXgJVd7k8PQVJTbtQGwKv5cMouX0wBi51KrgH91R7/N3rXvR6fVB4a"
    "Oudb/UuGn4ho26SHXZGY+/DUfnJwTAor420z1v4bjmDbvofOmdaf3e4OsJmeoPlqHZFnu8"
    "YePu4FzrD7/0BtrZ8Lx7QjzKTM12HiwGCJkUKIeD3tVwFD526jCLF5iflk503HXrYRWQs9"
    "OAHFk8Fjv6qngufFDs3xKl/j1M5/WdOqt7i74MZVL5wUwqEkXhyKlhHQSXawbgqNib5vBX"
    "WhueLEw9IE+zlOY7SS1N5860oF1jcKe9zrpk8jGlrUpB6jIRZMn6up9CNYaaxMFe8xY33n"
    "CVyqKiFTxl+GCzTNv63T6rROle8Vzls5ZnC2srG9B+bUBmtIOUNgJEFFLrp51f4InURgv1"
    "tJ5GWqaWBIxao5Fm6kkI7DT/z0oVI5NUUqOOVgGX/mtu4baNpdvRJBCUkLr62xVP1HFl7c"
    "IUwayJSvP1eBQjlp9VMS9MQ7hkeVpw7GfZc+o4NtVZwXGcIEwX9gLKXfEmPKT33Jt+OOwn"
    "wD/tpdG9vjjtjl695ZyAQZYQdrPFIwG5UOyqjnmcco+gR1cai3oIXA2jR4pUGT5kNnwYE2"
    "rUSzpKUiouy8zlqeVh8IQG/8grlbye0RnixvC6tZhQlpIruJ6/UuQD5R8dSLySKAl+7ebi"
    "R9PWiPJXHSybJck/FPbCwgTE+O328zbFyimIfDxxWPbzr56EuMFcG6Qhvry5RKKYiS2aSJ"
    "TV7wWsfhUxTRApSDM14p2nWmd3glAd3erozj+6T3XfmOQd2uLG2uP6DofQ0i5APlxI6feW"
    "TT+JgG3sthlU/Lf1RziAecdN7pq7vTUxhl33VzXJky65d69/y3UA7uhJ2CF0DL94qvP485"
    "PVtNggFGRl4T5cuJbvg3pytyTj3/vhI13KW744rkV5e1Gb6o+FcsM/WvjeLf4FYi7t+iag"
    "wgWHvVdnDvBsb3Hq6xrx5G7nOS14AjFDXtFkj311iqWVYBVkOFAI/4pA5i5IVblw9Pbdr+"
    "8+Hn94F4EfXVmHeU7fIl93fc25v/fy3DFrG0ylKGWGd9VXRK51HouxZGYtLiTpFA824UHq"
    "9Ki4y6dpa/FiT0ZDPIb5i/JsMfHqFo3izKdcnIEz/AEDm8rWe3wRntkWyyseW8inaPz+Pp"
    "U3DTkKhPG4CpgxCgVnGk7dpq5fBc0VgbRgthhdEPGeuFcAeB4tGcawdcEF4+7ggVUQTtBI"
    "C/KLrVhft+2cZKritq8RQXO7vra8R2vmcW3Vpf+PGqK9FyisoMR6ZVuOrkF5Jx1hAxW9qi"
    "EsRtYY/+YPYwWL8xdNHhVtxzESZTlen6oRGpQ2TNXoU/3xczBVM2F9Nl0jtqhkStdA5Fs5"
    "hlp+vb3OTstNjWWttIYO55vzMAdVifnuclWzj4j3DAM6/6I/UdIjp5Qycrlg2NKIZwYQ/g"
    "Ll8jR29Kj92WlVhocsO197nfX0RRvZ7MJ8zU0ZHv/ASZDVX9nL/qZMTxsYVexlf5PpauNb"
    "ft4pUxzfHhHIHNO+FWlsd6kFVZb2hmEjkkm/e0itOfiGuWfDi9Nhv4dVTA1neueg+grH51"
    "W30++OsBbNCWw0FK0fWIfmhl11Tvtd7fz64hKWA76rZs6nsxt20ftb9/yETK0/S9tGdlyI"
    "RpxjGip3+Tpj/ieSIlunMzbvi1mDMeqAaWOeadaKPYnTqdATqZVuEKHrpoOkSBWjpWb0bI"
    "ElxHIrrq7z8CXIDsZ4vGd3XfxlKwjHKbL9iRGtF9DvdiMgo0po2Lrn5blLi038aTo5LP0v"
    "1XdzJ9b8JmZ/HkLK7b1+51oGB6Yy7ElalXZbDXmPMs/yraccbeQ54BOkCvdquLsgfrp1ln"
    "uMUGFeca3P9KkWno8V13qcVOFeDfepbi90t8YOEyNUmFdc6yvzWI3VniRW2FfEfn4XvaB2"
    "79I6Z2veFIoPFfgAa9fRZrqfEzxcrNwmiA7BGbFv3RakE967vl5f4SRtYwKjWrxWBeHlH7"
    "hXX8Ticsc+Rg+Yrr7YPHytccY93YffejevamBKkamvsNxXWCF1Mxl/lWODOg3IPn8dUVsv"
    "4MThxl6ldjQT9C0jL3y8KkyjYKpDgmrXwWV8aRUEmIXLbn2QmRYt8ucjzYaM8uRckaaL1G"
    "3yCPsbj8fK6ezE86hg4wdGPlGXX8L3zMaVbXPi3NRcOwi4C9qWqDK/jQgCK2pLc2ox3V0W"
    "uAGKGtNESX3N3Fty9YHAbh+djnA4nvYGndH3/OPxNMfOf/r9qttJian5wXfFMsl2g+/kxX"
    "snOoFn/TtPA16XzxxQqBzaTRy8xVFi+ag3ITKsZhTeLhqK6XYgypX2365I5HDd1knSktZ1"
    "6/m5IXXlgiIjYpnXfmt0PRj0Bl9OiDtnDLC/Yeegup8QTCaD/76+7PfOQPGHC/OZzV2i2P"
    "TvatQ5u+ryfn+BfeWG/aXbhwuTcJVW/Jp+K/Ex/Vb4Lf2W/pR49YpaFqMkpYr1ktocdG8x"
    "y5vU4nOKtDGGwR+Sz1Vt7g0wt2NlX5cGSWCgxC90r030Ow9+g08/8Ql5d2g8XUzdNYnFZv"
    "OStTr2LY1PHDtHKiyWWsLxG4kse2PTcsUky+MHXJDAN9W9R2oST5/O7LJi+75FmH/NdVdn"
    "IJrlxYUUKkspKmnDYVsiqR+Z4IMogkX6gFm6z90kj3RWrbbN1iotxODTIpWuvKqaSy4tDy"
    "QPSebm2moWyRiJSrZfn2wfmoiT0NZKtm8upM8m2scWVCLRfgSC0ah3drUu0z6W5rWqQlrf"
    "ZxRVOz0QqFNaX3AIbIbR76v9dyxmPCTAdu1dG84QJvG2uS621YD2s342JxxbuqxDYJFAox"
    "RIzzojMIE3d+kJmbnOA2+3vphwWc5HmwcI3ffWA9z3wlgLMtE9QoFpZl4ph21Or8o3KM9d"
    "fIM/+BTswHAYmQ1vWHfUGXdP+EdE65gNP5YwG34sNBt+TJsNX0xYbI7tqEJJf29+h9qZ5m"
    "Hkb25Z7WKPdJa2pmd6jyVXddPkB4DviAWNjVR8yxYaqeVxm/rGVoJdua89n86qePbC8QeQ"
    "rJmqrvGuTHGNd8W1Nd5lu9ayis7qkEIp/fWUft/xdbsa5BGJwrwe5lwczY3LXZt2H6OSFv"
    "mWaKXh+UHDDb6hYyVt23HQAuxPXGf+MKlkbNwzdwItpIqVPkaiYgu2bpgXmq2T0+ui2K0V"
    "p5FZ0Jc2bEx1iKzFiqa5i1VYwOHyuUJOyq4tnVHuRYGhM56b8YydM5ERUsbMee+4U+ryAP"
    "54/P9iYoF8wpt8UBdenADbHaIzBy2BefbMWvPIZ7g8vMqndbXX7VU7LTZUKp+q8qnK6lN9"
    "4eLlOb7DnNMh38NYfEbEI0ISTs4yR0VAsGoT+ZNHTGrAU0TYjD4VCu0DVh9nTpBq3ObxM0"
    "TYX4nnBHE1oAb7cF48URd7LhJDZ2K/t/y802Vfj36xAynRnjJWT59HEasGlU21ahUffYKx"
    "lRgQkcifetQOv4nkRyqzYSuQfDIcKW4RFxHIz49KwG+xU1zYG6msOL2iOAizVFKkPj4qIV"
    "EfHxUK1Hgr5Wur4xDd1BEqG8gv4ONU5r863GiEWUj119qXeqr6a5VVUSXtr3WhW3YrRynl"
    "19vr1NApjCirdjJCcTgGwziMkhlobQ77xBUzH9QcMtWXBBD0AT9iW+xRNGlEqROkUND5LB"
    "4yI069Nr8nADRhOgMFVNsCTTA3SHOvj66oI8YOkk20Q9zuYrPqBi9dHyy2LT1DRYlKGSWa"
    "5HVZLiSppI9UbEX5jzPqzDA9cuKQSWAlCn5LOeVoO6GMc4+6FRGPkcgPN+r8+MKIs0fF/h"
    "m0JYStEIOLuVlgzoIioneU75zEn7sMx93vkxkHHyf9R3fU+/xd6150ev0TwnsALDXOkxs2"
    "7n0ZaNeXGorR2tfB8NsgHIe9IbX5TMPcVI0XAgtpRl180mVnPP42HPGqDR71tZnueQvHNW"
    "9YeEcDJgy+YF2H8J5mTHT2gOUdLjpfemdavzf4egIH6INlaLgAblh/+KU30M6G590TYjsP"
    "FnZRMSmM/9wJrk7v9di17gD7ap2Ly5Qhsqa4c94bx26ZlhfcG3XPhoDIdz7dWDsbdTtB7Q"
    "nDAWyWfHJPC0691HjtepwZq8FKh3Hj7njcGw608dWw3x0AfuKQ1DzfAd3/hnXOzobXgyvt"
    "vNvv8geGe2ggDSBuo6tBd6R1LkWZDJgNoXN9WEUaiFG8YAZMmTtSg/fs9v4QaGdINHhjCm"
    "IGPAX7k12NtVGnx3+K6M+uiebswV3A7ksXO5vxm5oo53XDTjtnXz/3+n1N1PRA8RFkUlsT"
    "xT2iuwDA5SVOHQ0ACGYznP18CGuLvyouj4seIIbFQkR3PU2Y67WpBcCJ0iF8dH+IrxKMsR"
    "18k2BFXwwHvavhqHueWttTh6EBHmSWYMX2Bn/0rgJALfZk+QGOF10s1btap1M6vQPgolXa"
    "uexpX7vfV4tEn1naI12uVsf4+vJyCIiNur9fc8i8+WzmAGguhW/aK5sxvGMLESBrzSya18"
    "SoODwsQSTzBidtfNgUtgBQmnJP+mLck1QyA8/P+Qvxur/0zvGAx1qQy1CnWRLd9+l05pNX"
    "o89n5P3xkVi08nEqyA+pwqYYicw8kvbjQJUZNpda6TxZWqnTeZQRWxmxX9iI7eHnUqN82Y"
    "pMxa7KzN97kHPrRSjHCRWPZefxPK9JUbGQEiORuXgZypEedUFk/Al7U3gzYCIVZbGcuU9i"
    "2bDyiI+SRI73InW2leOEid1tr3PFrJTi8g6ZFQ3hwdyhQeMTD5rLKxnvO4+UIYd1Buo8t1"
    "Nw1wjX1XM9L7t4Rm5x+qRBm5sNUNFXVeqVF+OwJNcKhnH+FVQ5bSICpRDXUIhXm04G8uJQ"
    "uQTRQcCeSkB5X6p+wvs1BRTeZyoouE5ezEk5j09IKzPWreG3QXd0QpwFvM0N6ww6/e/cnM"
    "90e8nt573uNxzwZNEFdevYqLdcKaeoy0jxwi/sMdL8pKsPZZb8h+IV/yGz4LkYxct/VhJS"
    "ElTyH49cjeAvDVhz//PG2kKF01IZ0mqdpE1TwumfMwumq8HmJKVis3RslkSj71tPtItiXS"
    "cITMrLB0+Paa/NCYfRwhWuBSpPeS0fq1M+BSE8ofZN7l1QrXWsWfmgM+vfXEEHnRsz6jyf"
    "zGe2o5vklTejBrmZv3mj/3rUJp87v5O3P+dq+bt4xv60fJUth/f2kS2ntPxdaflK7dyR2i"
    "npmdLHWlslzpV+UJOrytmiYSGvkgfMFUjsKO3wlO5n9nocknNQeNkjZWuzblBCRLa9qpJ9"
    "mD8J//GuYXbgAw+s3vPRkN8Ws9E9MatKPFvLghbbTS37QIpUaY5KcyxIxQvjnvkRnne+p0"
    "asPdlTUdSlVUZe1CuqXs1rteAe2ybRhCLxDb213ELNexjAiri33CnWBvOxooo4jV/B7NYD"
    "CzS841z1cefPUw5j5TBWqmQJeeHFpK/DhFP535X//WAMIXGkeZqWVUsWTpGqgFXZRGHlEv"
    "0h2CyJxnM1cR3ft+kZimVcNM+oPOkha3UePxisGWJ0BTMmm2PuKOofE65poB6CC5LY1hRU"
    "DDgisBqeThaw4pxFm3hwpoD2AaqHbtvY7s0A9YUWWDO3NXmmsuXtLU6j8Wm811HtyuXtLR"
    "F2UJx3/Hu/WBEKzj7xZC2oVKn8aU3wp1WUdQ5YytlemesVuokvouL5l6bdzwm4zy+g6Qdg"
    "omG95ee0wincxMLhyk4e7FGSCBMXPBXuDP7IkyNid9eKEFORUMeriJQ0mXJ75cozScUUvI"
    "QYL1qkk9nchUVLw04KlsdTX3gOzJNuW2jhpJ+CJBeie0ABmzX8p4iSzaulvY9HljCcxu0/"
    "4oHKgiqTNUpZUJUFtblwhltKrpD7fK5HjFxmobfFi2YF9bJumCiJdUJENaz01i9Rcse6Ch"
    "+F6R2qPnX5Hrwy1HxoEB8ap3eoXIQfgs1YX7BO2JCn3CTS8lcSlXcUFLIsUnoT99vr1N5k"
    "+cyyii8WerTpL7BUherJWzO5dGbrBkWVEss9Eg+mZiZMYoCyWU3L3fr81VTaQIpRGq1E2o"
    "HSaJVG21w4Xz5R/qXtzTtOlVcxCwcrcymZ+rD5K4lMPRaF3/PE6fDWWknaC7urlJShudmP"
    "OBj+YdIny6D5xdFQWAPR9x5AnlSuxLajh1TsdlMoZ6sWNUouV3K5kstfDs5gz9Pq+DqytM"
    "rn0a7p84CN/8ly5p62CUPWTKLqzNdkjOv4NfWqJKXSq6STu/P2wfquqfwZFNulZruFe6Xo"
    "npTby8NxbKqzAnE5TZveY4H4sNh7Ohz2E5w97aXz066xMdWrt5ylMMgSrV6zZQWAKxMU74"
    "2am2sefXO+tdYCXp7roGGHObLQMajR81cJ3mlt9vC/RmXD/CHYjMtc8yhlNRidplWslprV"
    "lNUrHROnUwZryTkMYpDuCetwWedekkriFi81/Xvbb4XJjVj6Q8VemEmq/TlSWy9gqd1JcY"
    "VY+56ymMdI5AWc1xw3bGyT+pNHGPVBCH1UzYoKXGOXojNxZ9WYuJXjJcsZ1V7nMMvpd1yh"
    "vvGKCFsM3VHDmVJMfxKTfgoHYCp0qmN8svpwQWnj7U6/QUFK5cN6SR8WqKIgcPO/KmyBSa"
    "qDiN/Z98HDFZ2quCeIFOx1iylVgVzVrtoE7hlAVmmFRwQK7hpw+5af10GqGO6IQMFdq1X4"
    "dKazZeVtPE2nwN8A/IrFoNNkqthFjvcmBMm22GOdhR3SqYVd58x06T11aZD4XfrgTFAp4O"
    "vsKMo9dagWbUnsTGPLp2PqYx9AAWA6Djt+v702GBtGal58aKligCLvkLjOAqOiZ/M72zJI"
    "OE3CsHP88ydCMXGS3Nv6AwlWFPaxFvPn1wPc8vxbNiuNp7ptb1zDbztGpbe7FQWOj379EE"
    "kB+Mc6AWB80en3ny/LhxXo5zNN1O+oGk2TJd5jOE10pbHxNDzPoSb0GVqFfAXk4ddZT5Y5"
    "121tow9g7TyKIxU4Eu+btRlPnplJcaUCV0Jv10YMKZ5E8aICL/y5yx7psiYTcqgV+jXQ5z"
    "J6bi3jNQbZHFp5owykVeVtnT3MQQfLQl8csxSn2SPklO0K9K0Xz5NEi+7rj3Tsw6Ht+ZbR"
    "ylGjkwPaa9uEwlAsZy3Gls5tfrCdO90mEWFKtW2TVbT3dDaHFSPaRmNQDj4xL5N50ykzJf"
    "SxID8o4h7RXdDIqW4SnZlk4Vq+TxmW4B//3scq+re3+Mxkkf1NtW94boFXpPj7i9Ns5/t7"
    "2VL6OwkYLNbOo37rSbw/245eaK2f58YN3iPJYRkpz4fXp/0uuRx1z3rj3nCQtErym8lTfd"
    "Tt9NPHOnxldULa43TKNKxMw/mH2inMcm/Zud0xo3trj7K7YFQFc/BU940JMFc0bmF0QURA"
    "m78k+gNwGCuwo43W54Pg/9TDg+eO3jsuNq7kWU1h66t8i/B2H1H7kMNjMjrgLMpb1Szw1b"
    "ApOKcJ4du8AMiWqn7g3hN7RggbPkQVEzm4QExVTGQH1S/i30yltZ0gU7CmYL3DjZN6sD36"
    "ek4wZaGHLUO3v+CbN7uS8rcceRNCZObGTT6LrJkfPamAbek2dSt1Q1oRKDAz8WEqUuZQ1a"
    "E4m+8tZnmTWnxOkaocX9n4LIna2wtErVaO2hvda69TewNhzSpf3D3UJleaKC+/rrMow23q"
    "MNQTPfIKiK0HFllh8wy3m0y3gdE20l5LGW7TOuojfDb833SZKQOfUDsTA9tK7VRqp1I7n9"
    "OPwm8m6/l4vrdXSCtzBHere9Hp9U9Ed8Ybdj6EPwcnxHTgb5beIffkm0zgf3D9g0UaIu+n"
    "7bik8ws8ntobAH70vkyBehhV3Fj4faZEvXidiltJgmiDnaQ54mGFjQQOdmOSRXNdJ/KIZF"
    "da66G2I1fardJ69q31dPnHukb16YZf87P6z1KLvvzKqSBcX+ESnUeMiY4+OPSPoc8sUF1W"
    "2g36zpJqzLvXv+XoRdt/RJGuhLX7t6gpqQSTF0swedLteY7Ve91xF5EcUh7vHs47STbCDn"
    "Wt/B0wuLN269NXY57b8opZsOUtYOOvP/iQ5Y1r24ovYc0mQN2wF01ZBS5GIrMSVzN08Oj9"
    "+1K62vs1utr7tK6GH1UFhIPhB4ju2zdvSqALowrR5ffS9ROYn1vJ8a/j4aAoGDMiSesNlu"
    "GT/xIUYBqI9hpwEYyEspCJ/E8H+ae0AJzgxasI/u//A39cGgU="
)
