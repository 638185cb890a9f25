CREATE TABLE "archived" (
	"user_id" text COLLATE "C" NOT NULL,
	"review_id" text COLLATE "C" NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "archived_user_id_review_id_pk" PRIMARY KEY("user_id","review_id")
);
--> statement-breakpoint
ALTER TABLE "review" ADD COLUMN "created_by" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "share_link" ADD COLUMN "sealed_token" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "share_link" ADD COLUMN "name" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "archived" ADD CONSTRAINT "archived_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "archived" ADD CONSTRAINT "archived_review_id_review_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."review"("id") ON DELETE cascade ON UPDATE no action;