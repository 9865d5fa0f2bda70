from tortoise import BaseDBAsyncClient

RUN_IN_TRANSACTION = True


async def upgrade(db: BaseDBAsyncClient) -> str:
    return """
        CREATE TABLE IF NOT EXISTS "alert_floors" (
    "account_id" UUID NOT NULL PRIMARY KEY,
    "transaction_id" BIGINT NOT NULL
);
COMMENT ON TABLE "alert_floors" IS 'The last change of an account''s alerts that no ``AlertVersion`` keeps: lists anchored before it can''t be read.';
        CREATE TABLE IF NOT EXISTS "alert_versions" (
    "id" BIGSERIAL NOT NULL PRIMARY KEY,
    "account_id" UUID NOT NULL,
    "alert_id" UUID NOT NULL,
    "transaction_id" BIGINT NOT NULL,
    "changed_at" TIMESTAMPTZ NOT NULL,
    "is_read" BOOL NOT NULL,
    "is_closed" BOOL NOT NULL,
    "assignee_id" UUID,
    "severity_score" SMALLINT NOT NULL,
    "first_seen" TIMESTAMPTZ NOT NULL,
    "last_seen" TIMESTAMPTZ NOT NULL,
    "sightings" INT NOT NULL
);
CREATE INDEX IF NOT EXISTS "idx_alert_versi_changed_9d9dc5" ON "alert_versions" ("changed_at");
CREATE INDEX IF NOT EXISTS "idx_alert_versi_account_216afb" ON "alert_versions" ("account_id", "transaction_id");
COMMENT ON COLUMN "alert_versions"."transaction_id" IS 'the PostgreSQL transaction that changed the alert';
COMMENT ON TABLE "alert_versions" IS 'What an alert was before a change, so that an anchored list can be read as of before it; kept for a day.';

-- What lists are ordered and filtered by, and changes often, is kept; a change of anything else ends older anchors.
CREATE FUNCTION keep_alert_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO alert_versions (account_id, alert_id, transaction_id, changed_at, is_read, is_closed, assignee_id,
        severity_score, first_seen, last_seen, sightings)
    SELECT o.account_id, o.id, pg_current_xact_id()::text::bigint, statement_timestamp(), o.is_read, o.is_closed, o.assignee_id,
        o.severity_score, o.first_seen, o.last_seen, o.sightings
    FROM old_rows AS o JOIN new_rows AS n ON n.id = o.id
    WHERE (o.is_read, o.is_closed, o.assignee_id, o.severity_score, o.first_seen, o.last_seen, o.sightings)
        IS DISTINCT FROM (n.is_read, n.is_closed, n.assignee_id, n.severity_score, n.first_seen, n.last_seen, n.sightings);
    INSERT INTO alert_floors (account_id, transaction_id)
    SELECT o.account_id, pg_current_xact_id()::text::bigint FROM old_rows AS o JOIN new_rows AS n ON n.id = o.id
    WHERE (o.datetime, o.domain_id, o.domain_name, o.email_account_id, o.url, o.host, o.usernames, o.username_key, o.password_index)
        IS DISTINCT FROM
        (n.datetime, n.domain_id, n.domain_name, n.email_account_id, n.url, n.host, n.usernames, n.username_key, n.password_index)
    GROUP BY 1 ORDER BY 1
    ON CONFLICT (account_id) DO UPDATE SET transaction_id = excluded.transaction_id;
    RETURN NULL;
END $$;
CREATE FUNCTION raise_alert_floors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO alert_floors (account_id, transaction_id)
    SELECT account_id, pg_current_xact_id()::text::bigint FROM old_rows GROUP BY 1 ORDER BY 1
    ON CONFLICT (account_id) DO UPDATE SET transaction_id = excluded.transaction_id;
    RETURN NULL;
END $$;
CREATE FUNCTION raise_floors_of_email_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO alert_floors (account_id, transaction_id)
    SELECT o.account_id, pg_current_xact_id()::text::bigint FROM old_rows AS o JOIN new_rows AS n ON n.id = o.id
    WHERE (o.is_live, o.email) IS DISTINCT FROM (n.is_live, n.email) GROUP BY 1 ORDER BY 1
    ON CONFLICT (account_id) DO UPDATE SET transaction_id = excluded.transaction_id;
    RETURN NULL;
END $$;
CREATE TRIGGER versions_kept AFTER UPDATE ON alerts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION keep_alert_versions();
CREATE TRIGGER floors_raised AFTER DELETE ON alerts REFERENCING OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION raise_alert_floors();
CREATE TRIGGER floors_raised AFTER UPDATE ON email_accounts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION raise_floors_of_email_accounts();
"""


async def downgrade(db: BaseDBAsyncClient) -> str:
    return """
DROP TRIGGER floors_raised ON email_accounts;
DROP TRIGGER floors_raised ON alerts;
DROP TRIGGER versions_kept ON alerts;
DROP FUNCTION raise_floors_of_email_accounts, raise_alert_floors, keep_alert_versions;
        DROP TABLE IF EXISTS "alert_versions";
        DROP TABLE IF EXISTS "alert_floors";"""


MODELS_STATE = (
    "eJztfWtz2zgS4F9B6ctkqpRUYuc1ztVVybaS0caWPJIz2dn1Fk2TsMUzBWpJyh7t7vz36w"
    "ZIim+T1MOggqqpjEWiQbIbQL+7/9uZOSa1vVffPOp2jsh/O0yfUfgjcb1LOvp8vrqKF3z9"
    "xuYDFzCCX9FvPN/VDR8u3uq2R+GSST3Dtea+5TAc2iNzGOsw8jh1iKEzYjt3xGKfiE5mdH"
    "YD96bWnBgOY9TwPeJP6Yz4DoGBumE4C+a/wueYjgEPstjd5qZcMOvfC6r5zh2FEYiIf/4L"
    "LlvMpH9SL/w5v9duLWqbCTxZJk7Ar2v+cs6vffs2OP3MR+Lr3miGYy9mbDV6vvSnDouGLx"
    "aW+Qph8N4dZdTVfWrG0MgWth2gO7wk3hgu+O6CRq9qri6Y9FZf2EiMzv+5XTADaUBuXKob"
    "U9u6m/qv7i3/lWVS5lvw8q73itFHzTL/b/DKMXBNG44utUn/UtM6GZriq6VoElwCnON6sJ"
    "iPCPzvX2LeFaL41Q4+4OTX3vjF4fufOWocz79z+U2Oxs5fHFD3dQHKibHCPp3plp0lwCX9"
    "088nQASQogG8ahPshxdW6F8t/RCBIYp2i9TL/t8vceaZ5/3bxgvD33tjjunz3t85qmfL4M"
    "7ZaPglHO7ADhb7enhyNjrm6F+h+9ZyPV/jv2rgPAmlEN8A8bbeAO8JIIX2Bmif65736Lim"
    "NtW9aR3UZwAV+hug35rpd1RbuLVO+ARQI7QHHPRHxbqts7sF4DCL9JOp7hYdNSuYfcB5Z6"
    "b/qdmU3flT+PmxhAQhwj/+nMJscOMA7yQRzGUQ7YG6KHmZmu5nMX0KmPKtGS0RYtITpNBu"
    "BjO8Cv9oHxHKFv7gvD+57J1fJFb/ae+yj3cOEis/vPrifYpE0STk++DyV4I/yT9Gw35aDo"
    "3GXf6jg++kL3xHY86jpptxnISXw0sJmpuWh0huQu0UqKKzzHS2PG12qwOOHiyDapRxymUp"
    "fuw4NtVZAQcrmiNF+huYZFtSRHRlt/Q+Ho3OEqQ+HqQ51rfz4/74xRtOYxhk+fzyYHiZFh"
    "4EFsVZuRYhMlMoOtSgQ2wpe9RwqQ//0/NpYTHdXeaTomyWNDmWPvX26hQ8RiEtTg2QLY4H"
    "w974j3w5LxwfP9yO/7js94pJw21hwtSXJsrdgBWI2vnwKXLA90lDDK4So+WPzuFNCLJL4v"
    "l0Tl6MP5+Q9weHH7sElhe3lb17dfBz2txYICze4Ru//OXg4PDww8Hrw/cf37398OHdx9cw"
    "W4d/XfbWhzJyD77gNkpst9J9NafMhBdcd2Nlp5F6Z3V0Io4C4k91nzCHGI5JCWjcJBSNyZ"
    "L61Wj4vLsvxHx94bBwEiUmyiwmRvYhYwqacyO1oGAKRXeZ6Q4SpZAmmYN+F0NHZHjNxdMn"
    "JtuhoBq6nVorpwI2hXtMA+7n+s1pUjSLIkYtYvB9ZNiORzVzMbdxedMQty414ORbY9/UnF"
    "wpfDVoJxY+P5huXQpfzoxlvi25zxYzTqIBvKbODJohVdFcu3OnwE18N79TUzgdDIFXDC+P"
    "SAB/xU57g7M/jogJH7O8Yt/7/a/485HSe3tZUdHYplUauBgwOk+zLUa1N3U8LlnIHZKnJl"
    "2k9bokkHjQGP0HCv2N0G9Yfs4hVYz0cLxCdW1Uw3Ho14pjiAAUsutHMIACo9saWkbqoDwF"
    "phBf/0BBg6hbIPgUnCkrEHkR3hlMRuTwzfv3L98Q3Z5P9ZcHXeK4hM7mfiMx5qCCGHNQKM"
    "YcpMWYOeCt3lIPAeTFubSL/Fb/sw6qg+EK0fVPE1BN/UZmwiTkBqyDbQpKa4N5ECPLb+9j"
    "0c144UY37h9119QSd9IhRIatWzMvx/oRQH/+OqY2twrm0D4I8O/jTCc4UXtpv7raEbavpJ"
    "8lygNYE1Xn0UT7iirghBoeA5rv3FO2JrpGjF7CXJc41T4hDPenc+AU7djkrVQwazFGEVsO"
    "/PM0XjElZxBO1kpXTj5OZwezFE5nOoPPNIPpEDiDgoKUpQg/5XlLGidK5ewlBPnJI3PL8B"
    "cujHDpS8pQRzI/Ecv3yLfxGbE8/ueC3S2oxwP3iGXm5S2tN5nKWGppxlKQdqbVo0ISapPU"
    "kONEaITkuLLNfMpyZOOyyJcYUMM4lx0hs/Od3lxUU62fIYxFqSZNqNEK1SROZsEuax1aMZ"
    "Dd8g8pz6sael5WwkzSIUuEUHrMeFOLRci2oj4jPMJlV3+MBJ34soMvh++lwlN90puc9E77"
    "nb9KxPWacmgP3dPnoEBfOJ4VfE9GHs0OKpVLYy7veQBQUUAN5yeLOea4P04tY0p0LmjyqM"
    "gbShnhlgNqEv3GWfixPHgQRfmTvaysuqF5r9gVmxhTGEgcZi+PuGjrOo8wwKUg/uoAzEzy"
    "6Fo+8GVysyST30AEZuT6WuDEtEBWh4lcyhHjuMvr6yJh+J8pkSlcFP9aR0oui4XOPedyYp"
    "+DFSvtLttlMLOSkncqJcvDwvcCncbC9ZwcXlwSNBBByJwO3tGJeFHi3IZnr3d9vbYCshXH"
    "iO/YTVSPGJgKmJZN7VhLUt6wcFco0FUQ4irbFU2QULm5q0vEGsKiRqEA1SVTwCm62OFxXS"
    "514fuQe7rk8lKQA/MCZrXuGLlavH6tfzj8Oc/kuJXnoFh3fQ2jrq/RXgkCGIKAJCjENTxE"
    "YIN5lNw6C/cVHCiADubp/D2AtaygLsTSQaEvNkQk98Di9jBhC4Zx1B4R2wJREOZ0r5iDQh"
    "9Ipo6NF2zbeQTRsgtiqaHDV5CYyZB/CG5qj5gOAcBwPE7suCblZ57hzGYgm+K7mg6ItYwX"
    "UREvek/nPkjAIJ/CiCsm7uMNl86cB2p2ieeIV9bhg1wfSC7emDD6gG+5cJkHQi3WoCLfHf"
    "cevsCAZzPaXD7Gl49kYgu+Db4hJstXkI6BYBnJ+L+d1T5JDY8fjShTw//on3MMQuTKSrCx"
    "gl0TnFHh+drhg4HA/Ac/ywufk1wp235auOI1jo1tPSVK2+Go3t5zhIe4gG5be2qwXzb4OO"
    "XGUG6MH0WjwIMng80yF0YAILf7YiPpKVtyXmQ5THWLTxa2Uea7bFR4nmz2uEhRR5GLw7XH"
    "g9QJJEjyqHuBbLu+et0G1S6V44dCbc6meyJ5L4RSWXn1Mip5vmMDfK/gFMZrYDwhC1eVkB"
    "JAawhI7TFJ1ZCPYtp4FqfFeRUpsP2rT3jw7rBKEsW7w+I0CryXV6WwmZyfB6sWczbF3bb0"
    "vCDbp5LXQzB1HNc4jgGl9zWXcQxE6appZ2K9qryqHm9jFxea5eugOhyvcN0gC38+r4PqYL"
    "jCdH1Mh9b2HP7Xc129wOCVgEqhHT1C2zqO46bchWX7FvNe4fOew2qL+P3nvwrQqeXaEEvO"
    "5RSczIEJ0q7lyKfTpABjDrDUZRdlNuemnGvN6BDBSk2Gzo0NExI+KVkwdF1z73gUdek8Mh"
    "JsarlpxfGbIVWxOp8B3IszK6nRH1apinBYXBbhMFMXwcPwA8tfap7huDn4nsx02y70dWSh"
    "98nXcXjw4X3k3cAfZf6MyXnv7CyrXkYYutUN33FzxJq/TUbDJ7Abg007MyzDJ/8ju5Zx8L"
    "HPIeMgrsrZdJojp04cnCDNpme6MbXyioMUUyYGshZB2sOat4J50QHMoyIRvI5/LwnZHg/f"
    "DxOsmelS1oTKCUBFZKmJ7GEQE3xsDocrFh/iMLuTHF5vV2w4ePP2w9uPh+/fRrJDdKVMgM"
    "jKDnOXPljOwgtqBtczUucCS+9s6UShvBjDy1WX8ENIKOCL0GFKPAxDtp07i62tzNQwcMNL"
    "WHeM0rohbkmwdhBClMjhPXQB8fegPGJ0yi6xjSH7t5Zt18R2Cqwd2A5fOhHajhHrjzxO3l"
    "vMZrq75CHdru/tmBAu5ekKjRL607CtSa0BBsUMKuL6mUPQ74c9o0H4nG0E/61j8lHUj3az"
    "1AKyBpnLTWKHsrMo13UN1zWgxGvWKDIO2J7dyPchFwl4b/efPIJx6CJYUqTZkFvXmf0wO1"
    "OmhLgT3m2mU5QWF9zuPl3hQLStqZgjd4liIJaB5rlNLJAcbyjIjhR/O3NctjyzDcXJBTMd"
    "kesVSpmwhqaWhzUDsolxm5x8h0lc1fO1og/Qtpk/FekfO0v3UfUY8J6qxyCTPaeGqJ3Ylj"
    "XQmoZTiM3tQFNzrW7GerKfCAXJq0muRhxshwL/M8U0bE7eR7w1StZIAiqU10N5YLqDpzh1"
    "To4cUOntUDs4P6RSWoLuxIVay6p78ZNqixhaQ29hC25cDXSLVFU01ADQh9wNNBBUDkx9+Y"
    "nosBKsuzsAXMxRQ/e4hdDDqhVkDp9K+DxCt8hXaXbw3HJtJ6bkBHNWLkgxhT0l0nbwVyzn"
    "L5GOBi+sCropBWK/mFoNsSy5S2rICUlAJSfUSqNtTdLyPiC7VTnLrUc4MtQMqtHFUJBYq+"
    "flDCQcC/KguvPt8gRFHPRtixK2kf3WI48UrbObKcSAboI8g0SdgJkVwD7F2a4VMCOTPvHZ"
    "dpxibULcraBL3OLAGpoEhskR4TcpEut5SAGI6tfX/FV+B5kbJri+JveUzr2wbJ7OjKnjUj"
    "N0clgwrc5+QqcH91HkKxS7e3xtvYLrL9y7kikb7b2CLeAuX4mHalWKR1dVKWQTamuVJONP"
    "wn/etqz0mKrZ9Iw6nkyn8NDxix3R/GaFM5g5fvUGUCJODo47hIqVuseZ8gqulo6X0lUcd4"
    "PE+rPszKWrKjju6hiVjXnJq2Apz6PqWbAn6PThXM7isrg8QDh+L1Jsd10WQHVGa0SKNkRk"
    "JqJzTasZlROArYnO/WFoLJOqMwpDvjpF+s5qRPdppSeKIKus+QCp0fkb9GTg/2HHBDLjMb"
    "Jc+fgU2HHQioMxsjiAGTRPL1pjNim1JqUpKU0pI9YrTUkJ9rtTPAvys7CMTp8tZhyj8cag"
    "qbVakJcllaDfGfd7p0f8jL9i34bi14KJ3yB/T/pHhPt9r9i4P7roD3EssDrgGL3JZPAFfo"
    "s4vWouvmRFno8ldAp1hY+F9Xg+psvx/IDZxdw3JAhBDMx0/cQnxJaiC1aHMBs6gHh4Ww72"
    "C50HMYh98hpsrIyB0nebLNlW6EKJjcOl8QZUTgAqfVc2Gsuk7waBA50ibTe8331a130QQy"
    "tqut95674wB/SRd7cWeaBB5EOswR9bBTJgXEOorQodlOuXUXzDJ9E4ENNHdQxCyirFu3pw"
    "5dCKVSD4NmMrqnf/U1mlrQwY6CrFWrkgW43QHyfeqPNUG17BiWKVDypq0s/SUi542SbqSA"
    "JyN+rILk//tkuqKiFDJWT8GAj/QcyEO+boqhZ6MZPeRC10Ve75h2C9qtzzD0DkFpV7ltxV"
    "Iol99ZTnfT9VFiNnVLfM1hr0WN1AjQwipkpUqkjUqOgGlSm4PTKqDx0ZK70w+Sx478AUWV"
    "YeYwuP3FpljESD4CABN9RmVC0MiQwRyuy5U5n+Wbtt7ydKlWllh5q+Kr2gSi8oybVUcu1j"
    "V/meYIN5Mmvifqm0muhPXzUGnhEORkB5Qid04IsXi3iGIc4OO+IL+/oaI1Wvr4Vs+d1x72"
    "8d1wjbnbyAea07Rq4Wr1/rHw5/zomP39aTUCi9DCsmYEUG2I0wM4qmweyGg3Kt00WZFh6w"
    "FKPS0u0qFCEsCocnPoeY7TJAPy0bc6ytJwWrqPrNShNKCt6pyCZ2QAafxc1UIwCpA7/FcV"
    "i5m20ycvvg3dsKsdswqjB6m9/LyMa29ZDjO3hKNg6hmsnGu2vAgWdsvKMwsTyer/UQhm2D"
    "IGdjatY9cx7XD9zeoCSNEf/wqT41ogy3iqJfDqS0zeo6K/sVMlh8dbISXXcf/C2NM2BXiQ"
    "3wNiHygf9SL5DQwt1hwYcs/Fok2Se3gcoF2FsyS6INTvQHav5u0cdOjiq4ulmqB3o4THuA"
    "cZUToVHhwoJO8DyTIKTQvTAOG6AsG/0eXeK4ZhA4LRZ2Tonu9aaqoA3F0iXDLtUcS0o/kk"
    "h0V/qRyjpuLzrDcyWrbT6dcxzCSq14fh+Nv34ejU/6R7wxLreuXbGL0fiydzY5ItigVber"
    "StwJrfTN+wpK6Zs0b1/ppHgrSQz+/1xi5C/scLzMBKhu5k4g9/3rCsh9/7oQuXgriVye55"
    "TFbnHlrAhAZvTygH/+pkTgN2y5jZsTRJNv47NupMpwQy8PiHD1RxEPompuPT8Nld6xY70j"
    "CG7r5Kkd4b1yrSMeHlfJ8eQYxsJ1KfaojrcotRiqC9isGrQFgBQrDbvmiqu4WfEOMa07NF"
    "BUcj1t61nP6BeKp7fhy0YSoE018boZpSiRlxqDUS1PVZSW0r9UcqosCE0cZ9XwGQNR6Mxk"
    "rth1c61iIAqdeegMOGwOK2O6uyxB6gow7SxdBjX79wepx6jKxIVv0IWOB8Pe+I98bSgcHy"
    "fA8R+X/V4m1Y2yBspQDExpQkoTKqjUszAt/2SKXQTz6vSs7nZLq/TgOM3AgTUSRiioCtxb"
    "wgFDswWfi9jO3adQu8CwBdsx7qkZBCxEGge8EUxCC3odbXD+yqkgq9o6+JhXm+xU1CpXTv"
    "PORJ1ETyrLRO+ZCFQMCCgKHzuu95Mg7NpGrDUcPB4F3ASW8epKXhxK5gDlTmhJxKZhsNor"
    "2sifpVJIEwmlLcJJMzrsSFKRhJGNglOh/0DzI8uTA0rZWXjCaBTHVuRoI4Ymd0ZzjqmI5R"
    "whM3JmMzSSxYrxeHjEufAwmJl4zgxYQ8yO/zh1gCdZ6IODhYePy7K7XT4ceeH1tUl93bKv"
    "rwnDUgoEhpnADIlHDZf6XcKwWB1LRr9jQTx4LQ/4KUH+HPFPLAzPj/IgZt3xUs0JcZTiwX"
    "V58N6FU9zDd9fxjobjZXbfNfSOvq1Sy/ptcTHrt5lq1lMu7DZyu6VAVbEt2ZTNVGg1Zw1Z"
    "Ihc7wuMwMm+mzor3IQ/zlp5PZ6BFYPwPsjLi6sIXFfDBtQWprfi/BWvN0udvk9GwQJCNIN"
    "J7zzJ88j8Sxulsg0pxhrOwbEC89wof+xy8BTFUTo405lMbDCdIk0MWHW8b/rwOF42QdoGT"
    "NhDDbl1nRt4Qp2qbhWdR+TzdrqnwhRCSq3s3IMqDNA3nmOcw3Y4Z0aXR+uJ0yHnP6iTJAZ"
    "acOvd0Sc0wRALUlJA5iriq6CSWk1Sg6FnOwmtGqixwy0iFJ1z4Fag6fiJ0NveX4eHHK9dJ"
    "S7u9tnBlKWV5ytRVEL1GjQUWryw0dSUHdEvj2IKhtUxdWNyA+e4yx6WSMQwBpXx0C0W2of"
    "xaCc2n4wURQmtSxmoUeX9ehOYg/vP6+mdhg0Jbw43uYXTaLWgJHnYyEnYxNIsBuqhPRU2E"
    "AstROk4tkvtKo9GSMCn9ec1YNDwzCh8VmkTij9xZ4JuylNU6ulTikQxIliDxaC8LOCtjrj"
    "LmSrd+W2fNDRxsdYy5MZDd7aVOTf7JLbmGbVEeBcKoj6l7JPbq8plt+VkPEjvL2XLF1EhC"
    "yUuQjewuZS1X1vJ2R0Sl7eWrSDVlOZeAPMpyLjN10ka+gJ13yYoJKiO69FRTRvT2UEoZ0Q"
    "sTH4prEFcqP1yz8DDxKdOZjxZtw5nNdbbU8KnX15h84FHR3ddx73Rm/YeHWXo8yDGv5NQa"
    "M6nIx5bac4uNZU8X6WmD4Qxk1NPB74PTb72zI2Ak5hUbjb/0hoN/9C4Ho+ERrueK8nTCsH"
    "ZYwa52WGhWO0xb1eL7rY6On4ZrRIn2GIG3ouZbnja71TUXFEXLpQ0aWqShd9jYIrrS2s4W"
    "gL+bhX0PQquHTUAXLtWACwFKGhCiZCK5aRKVVMZ8BVxKKGbN9CUJPoYS3lZSt3k1FZDE5r"
    "rnPTquub7BcoOkVNWVGp1pbXAM1BCtY0IvxRrU3tSa53gRjgPgz1/HVKT/5JA+EJvPo4na"
    "S/rV1YDj/rVVHWRufaXLTp4KIu6UayBzSwONr3rMzspW2bsYYCX+Lgm2NGZNOSyqhY3mGO"
    "8TVxu4Sj/5tffy4N378LarM9OZwenm8orynu+4eSnYO3mi0mhaqtHIH6EiSYJRGwJUJD3N"
    "10SnKsa6xWKsnuHMaY7E0XNdvcgHFYGkMLxrhy0+7zmOW9SU//mvihbt4nVaaM9uuFKft9"
    "Bgcp1WaRP0vrhL0PtMk6CplRfPUYzccLzMh0AHZSpeTMKA7wCxkTcpAIlMNHbkvWge4UVB"
    "yTWcO2ZhXLRV0aeTimyrEthWHNeWMcAp3XVfdddEB7Q/5xZM14DMScjWdCL6IanMm0aB/N"
    "lkO6dhFaVlprRLH5z7RnROQioqy0xlb+GJanlNalWmYFtDafQJYFV1wCMapXiNI9F9kJqf"
    "yIL52AKYBeIUEP/WcmfVham2Lw9JYj14U+kTW7dmnRxba+xu9+mG0wYOrFHkkpceEWmJiY"
    "bQUfV93XAdD5s326G5NKfR2FozrWEjFd8cNG2tqgIlgPZOxdxgK9pi66jMlrx22EUzR08S"
    "uVnMfobj27pjX+kyE06T7+/6FkzTSoxmHF1w2dUfoyMgvpwcbKiLidAc7b3JSe+0LzJ/d3"
    "+Ux5yMOUd50gVZfJSnfJ41ekauIHk3lcjFJVosoe/Kconr2LSkWWS9Ocpyzvl9XIaqH6Q0"
    "B0/ZsY5EzeekT4fxhbBSGxZH34f98ZEQd69Yb9g7+2NyeQRrXLeXnn/Ffh/0v+MA7JRatf"
    "1Ykv1WSZUtzpTNJMoqi2KTLdAK5SORJiu9t1kW0u6Ju7n1QmqMw68pp8bSGdq5TJ+UVZP7"
    "NF9cTS9cpQC0UwEYMXoJ/PTSuae5LUsS90uVAIeBVA1DQbSGsZUVAQ+Qa9OXgB7CAUW+Da"
    "NkvnBhi9NAikcrDTqjluvH0e3kkU8biRJVpeIHuXgJVUZq//QVJTZtQWwK90sGo9X0wBi4"
    "1Krg7/3x4PMfWv+8NzgDhY+61u1S46bhKzbuI9RFbzL5PhqfHqH3hPpamC5xxc57XwYn2t"
    "lg+PWIzPQ7y9Bsi91fsUl/eKqdjb4MhtrJ6LR/RDzKTM127iwGGDIpQI6Gg8vROHzszGEW"
    "b+Qxq5xQvu0W7ypea6vxWrJ4LLa0q3jNkaCpiiVaqnhYNsF3mqzuDfoylEnlBzOpSBSkJa"
    "eGtRdUbhifpUKz2kNfaW14shB1jzzNUprvJLU0nTqzgra4wZ1umXXJ5GMqW5WCEhFEgCXr"
    "mH8K1RhqEgcWCgp+lidUKguuYcmsIImevICZYW2Rq8Xr1/qHw5/zzElbfVaFEuniucpnLc"
    "8R1lU2oN3agMzoBKlsBIggpNZPey/hidRGC/WsmUZapWYPjCrRSDN1ewTuNP/PWpV5k1BS"
    "Yx2tAmFtG94iA00CQam+y79f8jwuV9ZudxGaNdHRoxmNYsDykyrmhWkJlSyvecGf5ynwEz"
    "LpNtdcCsWu+jiPQ8pdVUkyrIeIa2D0SIEqw4fMhg9jSo1mOWlJSEVlmak8szwMntDgn7yS"
    "9OWEzgC3htYiKy0pV3A9f6XIB8o/OpB4xWYSfO364kfb1ojyV+0tmSXJPxT2wsIExPjt7t"
    "M2xdopiHw8cVh2+9dPQlxjrjXSEJ/fXCJRzMQGTSTK6vcMVr+aOE0AKZRmenE4D414dwJQ"
    "sW7FuvNZ91e6/NWxTc6uMox7dbOUbd/TpTbl4yq7A90FY0BdAqvUwFAvdLuhOI/1XuEP3U"
    "e/3FT3PuH/PR0ueg7B4tNLcksfsTWyw8wcFr6xmbHr8gQ04ZnOY82PRHQ5tmDGpssgFwtX"
    "4aNr+T6oIjdLMvntDNNdr6/xSa9cyjtpOe7y+loVcm2zf3Dq5EWzFpvsw/EyW+k3cspuww"
    "wf7No6knAMZC9Qvu347HnecVLYuHCee5xI1bOwOmZFL8KDN28/vP14+P5t1IIwulLWeTBr"
    "Sg+LkydRWdyXMxy/+66cDSxs+JFemFYVvrl87TiNhevmdqQtJkMMpF2UyIgxCyxcirlyj/"
    "wC9hFevxfalrqmUtakbNoKTKkwSoUpUGHgnVhBn4noXrkCg6Pq9JrAbRjbkeTWsmEYnwZV"
    "AT3oUfiJH56eD0sSdyfftuilsG2CUmKu/rKhmWXSX563zvw2LJsdpBdHIFtgraMu8RbGlP"
    "BkJd2Gey8Pqp3DKctnpWylkmSlJ+uu7XV70KjAtw7r2gEChRsIt0hQ6vs/dP0ApG31buXb"
    "OX+jPJ02GwHLrAR1hqAFAiAoz1esd3I5+L1/ROCotR7oFRudnR4RxzYxffZyMO7zvFk/bG"
    "en6igpMWYXUTM6u2sYNROHbA+ZRSgFKBN3jr8SKtY+I1tBeUkE2GPdN6Z50qu4USq63uAQ"
    "Wllu5cNFpAwyxk8rsTDobm7r95RwJ6dIj7m+NrGOjO6v+i8n02LevvolNwlnS09qLNeKEP"
    "JAqLWEQo1tLAt99//s4Ht3+KZEGS+Tz5OoFyPM3P5Sg0cAzXZWK+bYuiu03VU13QUCsbzh"
    "AcJu98vBweHhh4PXh+8/vnv74cO7j68jA172Vpkl73jwBY15iaMmtO4Vi87BKshQoBD9Kw"
    "BlPc2xngKfcX3Nub318lIiytZ1GlJm9K6UJLnWeazOATMbUSEJp2iwDg1S3KPmKZ+GbUSL"
    "HQXuIhvmL8pdC+LVLRrVeplxcQZ4+B0mF1dtyfUsNLMtltffr5BO0fjdbZXXLWEFIoC7Dj"
    "JjEAqdaXTqNnX9OthcAUiLzA6jj0S8J54VgDyvsl1o04ILxrbAA+tgOAEjLZKfbcX6um3n"
    "FDQr9uFGALv34OY1TMXH1g1r6nj31lzEp7n0/1E+o4cKKyixnuhDL58fN1DR6xrHYmCtyT"
    "H6Ie2faPKoGb8dA1HR2+XlkkKDUhK1tcslnVH9/nMwVTvR+mTJpNiikqlkEmK+k2Oo5de7"
    "ZXZabmqsaqU1dOBvzt0CVCXmu8tV3xwi3jMMEPhVf6BkQI4pZeTikYHeJKJvCX+BarWStv"
    "So3dlpVRS1LCdft8x6un8xILhSPb7BSVBZt3a8x+vXVQI+Xr8ujvjAeylZ2vLzuExxwHoE"
    "IHPkgLQR6ztP3ZRM+t1Beat7+LR8BD8dFhPCyry2Oyej8+PR2QA7iRnO7MZB9RXY52W/d9"
    "YfYz34IzhoKFo/sBb8FbvsHZ/1tdNv5xewHPBdNXMxm1+x88HfMWpmZv3ZLGZm88kGgo9p"
    "Zm5gE+qM+VskBVamM7Zvx5TgGHXAtDHPbNZxOg7XnmiUH1LpBhG6aUmmFKgitNSEnj9iG4"
    "/crmdlHr4E2N4Yj3fsrou/bA3hOAW2OzGi8wz63XYEZFQJDVv3vDx3abGJPw0nh6Ufn/cc"
    "qvdWrPltrMC4D2Uvb/Ub1zI4YmqjPQmrSl/Ww7xHmWdhukF9xCdAFd7r4T2WyFEP6zFAhf"
    "Oaa32uz7SQP9Zc63FQhfd6eJ/p9qPuNjhhYoAK5zXX+so81mC1J4EV7mvifnETvaB269Im"
    "vDVvCkWHGnSAtetoc93PCR4uVm4TQPvgjNi1bgvSCfryG5nu0rCtCYzq8HrRJMgb9ILyy8"
    "Kxj9EDpqs/rh++1jrjnu7Dt94s6hqYUmBqF1bbhTVSN5PxVzk2qOMA7PPXMbX1Akrsb+xV"
    "6kQzQd8y8sLH66JpHEy1T6jadnAZX1oFAWbhsisPMtOiRf50pNmIUVEfg6fpInSs1AyGt0"
    "x+7b08ePc+LAPG86h4sSksmMkv4Xtm48o2OXFuaq4dBNwFtUlUq71WBIHtc/WZjegDWyos"
    "kx98VyyTbDb4Tl58b0Un8Kz/5GnAZfnMAYTKoV3HwVscJZaP9TZEhjWMwtt8HJdp6XYgyl"
    "X2365A5HDdNknSktZ1+wPUCht/Gw4Hwy9HYUn3K3YKqvsRwWQy+PvbxdngBBR/uLCY29wl"
    "yiuHjXsnl0HtMGFfuWK/9rG02DRcpTV30y8VNtMvhXvpl/RW4tUrGlmMkpAq1ktqc9CtxS"
    "xv2ojOKdDWGAZ/SDrXtbm3wNyOJeFcGiSBgRL/qHtdot948A0+/cQn5FWnkbuYumsSi80X"
    "FWt17Foax74kdaSWcPxaIsvOyLRcEcnyOIMLEvhmundPTeLps7ldVWzftQjz74Xu6gxEs7"
    "y4kEJlKQUlbThsRyT1IxF8EEWwSJ8o04xukns6r1fbZmOVFmLo0yKVrrqqmgsuLQ0kD0nm"
    "5tp6FskYiEq2L0+2D03ESdQ2SrZvL0qfTLSPLahEov0YBKPx4OSyLNM+lua1qkLa3GcUVT"
    "vdE1SntL6ACayHo99W5+9EzLhPCNu2d200RzSJt811sa0GdJ/0sznh2OpN74RFAn6DOM0I"
    "gHsLEAZAktbhXtA54Ag71+Eph/4wLtj5aAABCfzWuoPhXhh4gU3sCAUKmrlt8Lb1LFXYQf"
    "n04kf/3idnBybFyKB4xfrj3qR/xPcUNzlO+r2zo2BXNTEwbrhVwbOJle2xMtVowOstblCP"
    "05C4uQkMJb7rLGxDH/YOi7PqpskZgu+IBY5tz33LDnqOedz6vrY9YXsdVOi8jg8wHL8HaZ"
    "3b6SSUrPxXz1YQQijzQDPzgO/4gp9UR3kEonDeDOdcPM2N4C1N0I9BSYv5jmi64flBaw5+"
    "oGPNbdtx0FbsT11ncTetZZbcMXUCraSOPT8GoqIQNm7CFzqwk9MVo9gBFoeRWfCXNsBMtS"
    "JrRIq2OZZVAMH+0rlG9sq2baJRlkaBSTSexfGERTSRO1LFIHrruDPq8lD/eKaAaOLJ24FQ"
    "F16cANkdojMHLYN5xs5G88hnyNy/GqlNtdfN1UUtNlwq76vyvsrqfX3mMuc5XsYc7pDviy"
    "zmEfHYkYQ7tAqrCABWDSV/8ohJDXiKCLDRZ0KhvcM65cwJkpK7PNKGCPsr8ZwgAgfUYB/4"
    "xQN1sTsjMXQmznvLz+Muu3r0szGkRCPLWOV9Hm+sWlm21apVzPoEYWsRIAKRP0mpG+6J5C"
    "aV2bAVSD4ZihQ3k4sA5KdHLcRvsKdc2EWpqji9gtgLs1RSpD48qCBRHx4UCtR4K+Vra+IQ"
    "XdcRKhuSn8HHqcx/TajRCrOQ6sS1K/VUdeKqqqJK2onrXLfsTo5Syq93y9TQGYyoqnYyQn"
    "E4BsM4jJI5aG0O+8QVMx/UHDLTlwQw6AP+iG2xe9HOEaVOkEJB57N4yIzgel1+TyDQhOkM"
    "FFBtCzTB3AjOnT66po4YYyTraId43MVm1Q1e5D5YbBt6hooalTJqNEnrqlRIQkkfqdiJMi"
    "Xn1JljIuXUIdPAShR8SzXlaDOhjAuPujUxHgORH92o8+MLI549Ks7PoIEhHIUYbMzNAgsW"
    "lBu9ofzkJP7CZTjudpfE2Pu46d/748HnP7T+eW9wdkR4t4ClxmlyxSaDL0Pt24WGYrT2dT"
    "j6PgzHYRdJbTHXMItV4yXDQhiMs77ULnqTyffR+FTEW/vaXPe8R8c1r1h4Rxv2+6dYACK8"
    "pTFKTRofAWQafkkMMaY6u8Mx570vgxPtbDD8egQs9s4yNFwiV+xs9GUw1E5Gp/0jYjt3Fn"
    "ZkMSmM/9wLrs5u9di1/hB7dJ2Ky5Qh7k1x53Qwid0yLS+4N+6fjABnf/DpJtrJuN8L6lgY"
    "DmBvySf3tIAvpsZr3yaZsRrsBRg36U8mg9FQm1yOzvpDwLBgo5rnOzZlV6x3cjL6NrzUTv"
    "tnff7A8JQN5AXE2/hy2B9rvQtRcgNmQ9S5PqwzDQQtXnwDpswdqcF79ge/C2xnQDR4YwqC"
    "CDwFe51dTrRxb8A/RfR610Sj9+Au4O5LH7uk8ZuaKA12xY57J18/D87ONFEfBAVMkFptTR"
    "QKie4CAi4ucOpoAKBgPsfZT0ew+vir4vI4HwDGsPCI6NSnCYO+NrMAcaIMCR99NsJXCcbY"
    "Dr5JsObPR8PB5WjcP02t/pnD0EQPUk2wpgfD3weXAUIt9mD5AR7P+1j2d7VOZ3R2A4hbrV"
    "JYR+P+b98G4/55H2iXWG0u/ffCcukMRITkyotDJFdhHGS1InsXA+1r/4/VUtTnlnZPl6s1"
    "GIyYaJNvk4v+8DQ2CIs6e3OeM5RZ27+PBqc5S/vBsfjo429nX/EFTwDD38ZI0YV9j+9lAJ"
    "YXLs2MWH1/auTq+9MQq+9Pg6y+f/Lt4mIEqw7xxpedt5jPHVh4iK6gKN3z2+EAidbconlN"
    "pYqD8BJAMrMRaaPwZnCMgmqaK08V4z0JJTPiuTR1Ll735eAUxSiszbkMNccl0X2fzuY+eT"
    "H+fELeHR6IRSsfpYIsnDpkioHITCNpNwcaJpCXNPERZGGlTppSrgLlKnhmV4GH26VBObkV"
    "mIoQlpm+t6ArNIsDjwMqGstO40Ve06hiISUGInMxOZQjPeqCyPgT9grx5kBEKsqUOQufxH"
    "KO5REfJYnPH0QmgU6Oqyt2t1vm8FoZFqq7vVYwhIfMh0ahTzw0Ma+Ev+/cU4YU1pnpzLit"
    "hzuguL0j17+1jWfkNgtIug246QUtFKprgPIV7ZfkWsP9wHdBHW4TASiFuIFCvDp0MigvDk"
    "hMAO0F2lNpPu8qVal4V1Km4l2mToXr5EX2VPOrhbAy47oz+j7sj4+I8whvc8V6w97ZH9wl"
    "wnR7yX0Qg/53HPBg0UfqNrFRb7geUVHXl+KFX9jzpf2pbe+rLPn3xSv+fWbBczGKl2OtJa"
    "QkoORnj1yN4C8NuOZe/rW1hRrcUhnSGnHStinh9M+5BdM1IHMSUpFZOjJLotGfWQ+0j2Jd"
    "Lwj/ysu6T4/plmbew2gRTqAFKk91LR8LhD4EgVKh9k1uXVCtQRt33DudWf/hCjro3Ji36P"
    "lkMbcd3SQvvDk1yNXi9Wv9w0GXfO79Rt78nKvlb+MZu9PyVU4i3ttFTqLS8rel5Su1c0tq"
    "p6Q85QwrmlXgK2dB5bM6vEXDcmkVGcwlSOwo7fDE+SfOehySwyi8LEvZ2KxrFGqR7ayqZR"
    "/mT8J/3rbMDrzn4es7Zg35bUpb3aO0rsSzsVxzcdw0sg+kQJXmqDTHgoTHMHacs/A8/p4a"
    "UcrZU5HolVVGXjotqhHOK+LgGdsl0YQivRC9tdxCzTtHwIq4tdwZVmDzsW6N4MYvYHbrjg"
    "Ua3mGu+rj15ymHsXIYK1WygrzwbNLXfqJT+d+V/31vDCFxTPNUN6uRLJwCVQGrsonCyiX6"
    "Q5BZEo3ncuo6vm/TExTLuGieUXnSQ0p1Hj8YrBlidA0zJltg/i3qH1OuaaAegguS2NYMVA"
    "xgEVhzUCePsOKcxy7xgKeA9gGqh27b2GTPAPWFFlgzNzV5pn7o9TVOo/FpvFdRhdDl9TUR"
    "dlCcd/LbWbEiFPA+8WQtqAeq/Glt8KfVlHX2WMrZXDHxFXYTO6Im/0vD7oYD7nIHtJ0Bxi"
    "mNZ3INO3k4XNnJgzNKEmGCx/zaor3yxNd5DbucjJr0oFKBwooNx+0cjK8kUcRhf/JIsDCC"
    "dr2iThEe7Te6F2ZPoS3zkRs3UXpBu+cnXhnOdR7z5YrNPiKnOjnm3pSUJQfxg/LUnKTssY"
    "12v5MZfOjagsVmLKtvtrsZDw8+vI/2If4o24KT897Z2dOyQmIh17RdZ0GVrS8lLKx2Xj2B"
    "OAknM0fpwBxOdAQ4C9+zTJo4YeDMucXGB7wUW+UWss9Tjd1bej6daSs/SB07bS6wzPm5vD"
    "5ejBUY9gK+wP3E58IG8C6WzMNznr/X2gLgNsy7KCbbVl6D2uJWqTGQRltLMtvipmMabh3b"
    "pK42092cPj4lSelJMJkXPrdD8uxjWAqiTuSjwxu8BEUjMWzshprYQiLYFHKuflEWTouCxa"
    "tzmDSkvM1rxZt6oosOkmbFHEHWBPKYNRtN7JinBO+veVaQeFiXSDFQeamUIoxg+aINH3N4"
    "q13cS/x7uKJhurwAo2yEk0RnnVBjASLV8oQjrJOjsKZGdMu0VS8YG1SRrNx5KyCXaF8Fwh"
    "2e7ytpAcNtmIN9rig7iiuBQMu7O+p6XdAm5xYqkzlSYV67ra0+r0CLzZmHK7Vcu30WjVYZ"
    "yndmKC8sxFxgKW9B8eWmpvJK8QAl4QCZaICgkGJNo0ISSn57QqhD9S4G6K7rRoVteT+Gri"
    "hK7rjPUfP9GW0PT4vxGzhsuMhxa7mezy2VnGuE8iAc7kqyKOyeQs0T+JEnVcTulkoUM1Fe"
    "jhdvripN4FZY5elQMQXfJrxRgk7mCxeWNA27N1se31m8ItSDbltolKafgpJPBIQBHXcc/C"
    "lqRuQJFLt4ZIUw4ng0pHigiieWyV6r4olVPHF70RkeKbmC7NOVj2LgMsu1Hd6GI+jAccVE"
    "2f8jIqr8V+T1z1HqqKzedWGxI9UTs3KhaykqILeIDq2LwlGVeX4IMmPHoiZJtJ5KGpCWvp"
    "KovOPAJFOk9Cbud8vU3mTXoqqKL7aOsunLBXrYHTOwVLh0busGRZUSG0gRD6ZmJkxigLJZ"
    "T8vd+Pz1VNpAilEarUTagdJolUbbXnQ+f9lYqXwzmy8cqzL49lbmUjL1ftNXEpl6IlrJ5o"
    "nT4a1SSdoLO7pXlKG52Y9gYBEx6YNl0PxWISisgeh7C0ie1u5LsqWHPB0e8t/OCuvFcnbs"
    "6EV4+ufcDZEYTBkQIlj44abt8MGAYf7jLyWXK7m81WxYyeXPhc7gzNOa+DqysMrn0W3o84"
    "CD/8FyFp62DkFKJlFdVxsSxnX8hnpVElLpVdLJ3XnnYHPXVP4MiuxSk93Cs3KGiUEuzYvb"
    "dhyb6qxAXE7Dps9YAN4v8h6PRmcJyh4P0glN386P++MXbzhJYZDFU/NzMmiAKlMU742Gh2"
    "sefHv2WucRXp7roHPd8x4d1+QJNLbu+atyp2ltdv93o7Jh/hBkxmWuYcpPA0KnYRWp5Se1"
    "6NrQlNgJ6NYYr3kmAz/PXQrP8fwgBY7Mqes5jBg6muR/vCOesmaV9eNwrVkEP+SWB0qBXK"
    "x7eTlKJdV5E1ASFxpo6PA9PKjg8D08KHT44q0cQ6gOOMnZS8UVHZJQu/Osd57BdL+V8gxB"
    "94I6OI+ByItwzrAM24KV8ZNHGPVBK7knsVeXgxSS+EovdNcHmvXmcxtV0AK3ac6obpkHdS"
    "7Ga/oKoEb7xxUQ8R1yQw1nRlHgEJN+Cgdgpdip/kCxhkPYwTHRnLGg8+Nmp99wgr1yatba"
    "jms4NXl2rsZ/1TgCk1B7EdC1a8bDlaG6eE8AKbQ37TVRB+Wqtcc66J5PnbzCb8XojgAUuh"
    "uV2vPtWuiOABS6m9R2c2ZznS1rH+NpOIX8NZBfs1dmGkzmyq3VjRMbri8ZIsm2WK0Ck2k4"
    "tbCb8EyX3lKX5pYiLGGcCSiF+CYnivJX7qtFWxI708Ty6YT6PqBaIDAdmB+/3y2NzoeRmh"
    "cfWqmzgUhExZ4BGCY/X9zYlkHCaRKGncOfPxHKy6Td2vodCVaUh8YiPn9+W4MNz686EcjU"
    "iQAb9C7mmijoUje8Kgu8w/iq6EprA6x44ktD1GdgFeZrYB6+znqwzIVua2ttgNJ5FEVqUM"
    "Rx73Rm/Sdo7bMOTZ6YSVGlBlVCb9daBCmeRNGiBi38hcvu6bIhEXKgFfYbYJ/L6LmtHksM"
    "sjmw8kYZSKvK2zq7W+h3BSUXi5xrK5gdopyybSF949UUJdGiz/R7ih0ALc+3jE6OGp0c0C"
    "3To20YytsD8rGVk93vbOdGt0kEmFJtu2QV/j+bL7Cxxq3rzIiIIr3Pba2w7pQ53RM8VMQ9"
    "oru0vBUgPnOzXRPguQVekeL9F4fZzP573gYKWwkYLNbOCzoMfbYdvdBan99Z6BZB9stIeT"
    "r6dnzWJxfj/slgMhgNk1ZJfjPJ1cf93lmarcMua5LjEIdTpmFlGs5nascwy61l23n8LLpX"
    "yspuglE1zMEz3TemQFzR157RRyIC2vwl0e90bB8qbLQ+H2RhZyJkPDf01gGeEjSkhQEYAZ"
    "dTr2Xzj2jM5JBNRgzOEk3kHvHVsO8VhwnRt35FmA2VgcGzJ/aMEG34EFVdZu8CMVV1mS2U"
    "Q4nvmVprOwGm0JpC6w0enNSD49HXc4IpCz1sGThpmyU+W+RNiCIzN27yScya+dGTCrEd3a"
    "aun5PnU4jSFYBCZiY+TEXK7Ks6lGgzbTHLmzaicwpU5fjKRmdJ1N5BIGp1ctTe6F63TO0N"
    "hDWrerX/UJtcaaJhP9sww23mMNQTPfICgK07Fllh8wy360y3htE20l4rGW7TOmrYKBVdTO"
    "m+AAm1MzGwq9ROpXYqtfMp/ai4a/HTzd7a0MG40z/vDc6ORLvOK3Y6gp/DI2I68JulT8gd"
    "+SYT+M/zuZc0jd61m70BxjmqsQ8MtiruvYTHU3sNhB+8q9RN+l1JO+l3mZ4F4nVqHiUJoD"
    "VOkvaIhzUOEmDsxjSLzbLe0BHItrTWfW1Cr7RbpfXsWuvp881aovr0w938pP6z1KKdXzsV"
    "hOsrXKLziDHV0QeH/jH0mQWqy0q7Qd9ZUo15++qXHL1o848o0pWwmcMGNSWVYPJsCSYPur"
    "3IsXqXsbsIZJ/yeHfA7yQ5CHvUtfJPwOBO6dGnr8Y8deQVk2DDR8Dauz/YyPLGtW3El1By"
    "CFA3bE5UVYGLgcisxDUMHTx4966SrvauRFd7l9bVcFPVwHAwfA+x++b16wrYhVGF2OX30v"
    "UTmJ9byfFvk9GwKBgzAknrDZbhk/8RFGBaiO0S5CIyEspCJvI/HeSf0gJwgmevIvjX/wfi"
    "ILdW"
)
